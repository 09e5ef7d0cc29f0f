import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { readyProject } from '../kit/service-bodies.ts';

const MB = 1024 * 1024;
const LINE = { start_ms: 0, end_ms: 3_000, text: 'x'.repeat(2 * MB), speaker_id: 1 };

/** Each project has 2 MB. */
async function startWithLongScripts() {
  const gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0', READ_MAX_AGE_MS: '0' } });
  const body = JSON.stringify({ ...readyProject(), output_target_script: [LINE] });
  gateway.sandbox.misfortune({
    on: { path: /^\/api\/v1\/projects\/film-/ },
    times: Infinity,
    answer: { status: 200, body },
  });
  return gateway;
}

const films = (count: number): string => {
  const fields = Array.from(
    { length: count },
    (_, index) => `p${index}: dubbingProject(id: "film-${index}") { rawStatus }`,
  );
  return `{ ${fields.join(' ')} }`;
};

describe('the answers that an operation reads', () => {
  it('end it where they are more than 64 MB, and are given back with it', async () => {
    await using gateway = await startWithLongScripts();
    const { errors } = await gateway.ask(films(40));
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit: 'readBytes', allowed: 64 * MB });
    for (let time = 0; time < 2; time += 1) {
      const whole = await gateway.ask(films(30));
      expect(whole.errors).toEqual([]);
      expect(Object.keys(whole.data)).toHaveLength(30);
    }
  });

  it('are at most half of what is still free for one client: fields that find no room say when to ask again', async () => {
    await using gateway = await startWithLongScripts();
    const answers = await Promise.all([gateway.ask(films(25)), gateway.ask(films(25))]);
    const refused = answers.flatMap(({ errors }) => errors);
    expect(refused.length).toBeGreaterThan(0);
    for (const { extensions } of refused)
      expect(extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 });
    expect((await gateway.ask(films(25))).errors).toEqual([]);
  });
});
