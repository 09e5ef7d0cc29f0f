import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { startGateway } from '../kit/gateway.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
/** Variables without a default in the example, since their thing would be gone afterwards. */
const VARIABLES: Readonly<Record<string, object>> = {
  'delete-dubbing-project.graphql': { id: SEEDED.dubbingProjects.ready },
  'delete-video.graphql': { id: `${SEEDED.studioProjects.demo}/${SEEDED.videos.dubbingStuck}` },
  'delete-studio-project.graphql': { id: SEEDED.studioProjects.empty },
};
/** Its files come with it as multipart. */
const NOT_BY_JSON = ['synthesize-speech.graphql'];

describe('The example', () => {
  // Subscriptions are streams: `watching.test.ts` has them.
  const files = readdirSync(folder).filter((file) => !NOT_BY_JSON.includes(file) && !/-updated\./.test(file));

  it.each(files)('%s does on the sandbox what it shows', async (file) => {
    await using gateway = await startGateway();
    const document = readFileSync(new URL(file, folder), 'utf8');
    const { data, errors } = await gateway.ask(document, { variables: VARIABLES[file] });
    expect(errors).toEqual([]);
    const [shown] = Object.values(data);
    expect(shown).toBeTruthy();
    // A failure of a mutation has a message, and its payload none.
    expect(shown).not.toHaveProperty('message');
  });
});
