import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../kit/collect-garbage.ts';
import { listed } from '../kit/service-bodies.ts';
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

describe('Records that have not changed', () => {
  const projects = (count: number, over: Readonly<Record<number, object>> = {}) =>
    Array.from({ length: count }, (_, n) => listed(`p${n}`, over[n]));

  /** Lists each of the bodies in turn, and returns the items. */
  async function listEach(bodies: readonly (readonly unknown[])[], encode = json) {
    let turn = 0;
    await using asking = await startAsking(() => encode({ projects: bodies[turn++] }));
    const lists = [];
    for (const _ of bodies) lists.push((await asking.service.dubbingProjects.list(asking.call())).items);
    return { lists, log: asking.log };
  }

  it.each([
    ['as it comes', json],
    [
      'compressed',
      (body: unknown) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(body)) }),
    ],
  ])('are the identical objects in the next answer (%s), wherever they stand', async (_how, encode) => {
    const first = projects(20);
    const changed = projects(20, { 4: { cost_minutes: 2 }, 15: { name: 'A longer name than before' } });
    const bodies = [
      first,
      changed,
      [listed('new'), ...changed],
      changed.toSpliced(6, 2),
      changed.toSpliced(0, 3).reverse(),
    ];
    const { lists } = await listEach(bodies, encode);
    const byId = lists.map((items) => new Map(items.map((item) => [item.projectId, item])));
    const identical = (older: number, newer: number) =>
      [...byId[newer]!.keys()].filter((id) => byId[older]!.get(id) === byId[newer]!.get(id));
    expect(identical(0, 1)).toHaveLength(18);
    expect(byId[1]!.get('p4')).toMatchObject({ costMinutes: 2 });
    expect(identical(1, 2)).toHaveLength(20);
    expect(identical(2, 3)).toHaveLength(18);
    const idsOf = (bodies: readonly (readonly object[])[]) =>
      bodies.map((items) => items.map((item) => Object.values(item)[0]));
    const inOrder = (items: readonly { projectId: string }[]) => items.map(({ projectId }) => ({ projectId }));
    expect(idsOf(lists.map(inOrder))).toEqual(idsOf(bodies));
  });

  it('are reported to the log with each answer, at their places, as all others that cannot be read', async () => {
    const broken = { 3: { cost_minutes: 'many' }, 5: { status: null } };
    const { lists, log } = await listEach([
      projects(10, broken),
      projects(10, { ...broken, 8: { name: 'changed' } }),
      [listed('new'), ...projects(10, broken)],
    ]);
    expect(lists.map((items) => items.length)).toEqual([9, 9, 10]);
    const warnings = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warnings.map(({ places }) => places)).toEqual([
      ['projects.3.cost_minutes', 'projects.5'],
      ['projects.3.cost_minutes', 'projects.5'],
      ['projects.4.cost_minutes', 'projects.6'],
    ]);
  });

  it('do not help an answer past the bound on intricate ones', async () => {
    const many = projects(400);
    const tiny = Array.from({ length: 60_000 }, () => []);
    let body: object = { projects: many };
    await using asking = await startAsking(() => json(body));
    await asking.service.dubbingProjects.list(asking.call());
    body = { projects: many, tiny };
    await expect(asking.service.dubbingProjects.list(asking.call())).rejects.toMatchObject({
      code: 'UPSTREAM_MALFORMED',
    });
    body = { projects: [...many.slice(0, 399), { deep: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) }] };
    await expect(asking.service.dubbingProjects.list(asking.call())).rejects.toMatchObject({
      code: 'UPSTREAM_MALFORMED',
    });
  });

  it('are read again once the gateway holds other secrets', async () => {
    let secrets = ['the-first-secret'];
    let costs = 1;
    const answering = () =>
      json({ projects: projects(10, { 2: { name: 'the-second-secret' }, 7: { cost_minutes: costs++ } }) });
    await using asking = await startAsking(answering, { secrets: () => secrets });
    const name = async () => (await asking.service.dubbingProjects.list(asking.call())).items[2]?.name;
    expect(await name()).toBe('the-second-secret');
    secrets = ['the-second-secret'];
    expect(await name()).toBe('[secret]');
  });

  it('are forgotten with their account', async () => {
    await using asking = await startAsking(() => json({ projects: projects(3) }));
    const list = () => asking.service.dubbingProjects.list(asking.call());
    const first = await list();
    expect(await list()).toBe(first);
    asking.service.forget();
    const anew = await list();
    expect(anew.items[0]).not.toBe(first.items[0]);
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
