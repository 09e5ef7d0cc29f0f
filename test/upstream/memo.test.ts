import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startAsking } from './asking.ts';
import { json } from './fake-service.ts';

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
};

describe('The same bytes from the same address', () => {
  it('are the identical object, though the service is asked each time', async () => {
    let minutes = 5;
    await using asking = await startAsking(() => json({ balance_minutes: minutes }));
    const first = deepFreeze(await asking.service.balance.read(asking.call()));
    expect(await asking.service.balance.read(asking.call())).toBe(first);
    minutes = 6;
    const changed = await asking.service.balance.read(asking.call());
    expect(changed).toEqual({ minutes: 6 });
    minutes = 5;
    const back = await asking.service.balance.read(asking.call());
    expect(back).toEqual(first);
    expect(asking.fake.requests).toHaveLength(4);
  });

  it('are other objects for another thing, another account, and another kind of read', async () => {
    const both = { id: 'x', status: 'new', langs: [] };
    await using asking = await startAsking(() => json(both));
    const call = asking.call();
    const a = await asking.service.artifacts.read('a', call);
    const b = await asking.service.artifacts.read('b', call);
    const others = await asking.forAccount({ key: 'other' }).artifacts.read('a', call);
    const anew = await asking.forAccount().artifacts.read('a', call);
    expect(new Set([a, b, others, anew]).size).toBe(4);
    expect(await asking.service.videos.readProgress({ projectId: 'a', videoId: 'b' }, call)).toEqual({
      items: [],
      malformed: [],
    });
  });

  it('are kept for each account, whatever the others are answered', async () => {
    await using asking = await startAsking(({ headers }) =>
      json({ name: headers.get('authorization'), id: 'x', status: 'created' }),
    );
    const [a, b] = [asking.forAccount({ key: 'a' }), asking.forAccount({ key: 'b' })];
    const first = await a.artifacts.read('x', asking.call());
    expect(await b.artifacts.read('x', asking.call())).toMatchObject({ name: 'Bearer b' });
    expect(await a.artifacts.read('x', asking.call())).toBe(first);
  });

  it('do not hide a failure with the same bytes', async () => {
    let status = 200;
    await using asking = await startAsking(() => json({ id: 'x', status: 'created' }, status));
    expect(await asking.service.artifacts.read('x', asking.call())).toMatchObject({ artifactId: 'x' });
    status = 404;
    expect(await asking.service.artifacts.read('x', asking.call())).toBeNull();
  });

  it('are told to the log once, where something in them cannot be read', async () => {
    await using asking = await startAsking(() => json({ projects: [null] }));
    for (let n = 0; n < 3; n += 1) await asking.service.dubbingProjects.list(asking.call());
    expect(asking.log.filter((line) => line.includes('"level":40'))).toHaveLength(1);
  });
});

describe('Two accounts that ask for one id at the same time', () => {
  it('each get their own answer', async () => {
    await using asking = await startAsking(({ headers }) =>
      headers.get('authorization') === 'Bearer a'
        ? json({ id: 'x', status: 'created', name: 'of a' })
        : json({ error: 'Not Found' }, 404),
    );
    const [a, b] = [asking.forAccount({ key: 'a' }), asking.forAccount({ key: 'b' })];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? a : b).artifacts.read('x', asking.call())),
      );
      answers.forEach((answer, n) => {
        if (n % 2 === 0) expect(answer).toMatchObject({ name: 'of a' });
        else expect(answer).toBeNull();
      });
    }
  });
});

describe('Memory', () => {
  it('stays flat over many requests, changing answers and accounts', async () => {
    let nth = 0;
    await using asking = await startAsking(() =>
      json({ id: 'x', status: 'created', name: `${nth++}${'x'.repeat(2_000)}` }),
    );
    const { signal } = new AbortController();
    const round = async (times: number) => {
      const call = asking.call({ signal, log: pino({ level: 'silent' }) });
      for (let n = 0; n < times; n += 50) {
        const service = asking.forAccount({ key: `k${n}` });
        await Promise.all(Array.from({ length: 50 }, (_, id) => service.artifacts.read(`a${id}`, call)));
        asking.fake.forgetRequests();
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    // Fills the memo.
    await round(5_000);
    const before = await round(1_000);
    const after = await round(8_000);
    expect(after - before).toBeLessThan(2 * 1024 * 1024);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
