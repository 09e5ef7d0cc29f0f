import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../kit/gateway.ts';
import { subscribe } from '../kit/subscribe.ts';
import { finished, runningProject, SELDOM, startWatching } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const FIELDS = 'kind sequence projects { id name state } edges { cursor afterId node { id } }';
const watchList = (gateway: { readonly url: string }, args = '', fields = FIELDS) =>
  subscribe(gateway, `subscription { dubbingProjectsUpdated${args} { ${fields} } }`);

const idsIn = ({ projects }: Answer): string[] => projects.map(({ id }: Answer) => id.replace('DubbingProject:', ''));

/** Where each project stands: after which other. */
const placesIn = ({ edges }: Answer) =>
  Object.fromEntries(edges.map(({ node, afterId }: Answer) => [node.id.slice(15), afterId?.slice(15) ?? null]));

describe('dubbingProjectsUpdated with a filter', () => {
  it('has the projects that match, and makes those that come to match ADDED and those that no longer do GONE', async () => {
    await using gateway = await startWatching();
    const [first, second] = ['p1', 'p2'].map((id) => runningProject(gateway, id));
    await using running = watchList(gateway, '(filter: { status: [IN_PROGRESS] })');
    await using ready = watchList(gateway, '(filter: { status: [READY] })');
    expect(idsIn(await running.update()).toSorted()).toEqual(['p1', 'p2']);
    expect(await ready.update()).toMatchObject({ kind: 'SNAPSHOT', projects: [] });

    first!.work = finished();
    const [gone, added] = await Promise.all([running.update(), ready.update()]);
    expect(gone).toMatchObject({
      kind: 'GONE',
      sequence: 1,
      projects: [{ id: 'DubbingProject:p1', state: 'RUNNING' }],
    });
    expect(added).toMatchObject({ kind: 'ADDED', sequence: 1, projects: [{ id: 'DubbingProject:p1', state: 'DONE' }] });

    second!.name = 'Renamed';
    expect(await running.update()).toMatchObject({ kind: 'CHANGED', sequence: 2, projects: [{ name: 'Renamed' }] });
    expect(ready.untaken).toEqual([]);
  });

  it('has one update of each kind for a look that brings both', async () => {
    await using gateway = await startWatching({ env: SELDOM });
    const project = runningProject(gateway, 'p1');
    await using stream = watchList(gateway);
    await stream.update();
    project.name = 'Renamed';
    runningProject(gateway, 'p2');
    await gateway.ask('{ dubbingProjects { totalCount } }', { headers: { 'cache-control': 'no-cache' } });
    expect([await stream.update(), await stream.update()]).toMatchObject([
      { kind: 'ADDED', sequence: 1, projects: [{ id: 'DubbingProject:p2' }] },
      { kind: 'CHANGED', sequence: 2, projects: [{ id: 'DubbingProject:p1', name: 'Renamed' }] },
    ]);
  });

  it('is refused with a filter that makes no sense', async () => {
    await using gateway = await startWatching();
    await using stream = watchList(gateway, `(filter: { search: "${'x'.repeat(2000)}" })`);
    const { errors } = await stream.next();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

describe('dubbingProjectsUpdated with snapshot: false', () => {
  it('begins with a SNAPSHOT without projects, and goes on with what changes', async () => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1');
    await using stream = watchList(gateway, '(snapshot: false)');
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', projects: [], edges: [] });
    runningProject(gateway, 'p2');
    expect(await stream.update()).toMatchObject({ kind: 'ADDED', projects: [{ id: 'DubbingProject:p2' }] });
  });
});

describe('the edges of dubbingProjectsUpdated', () => {
  it('have the places in the order that was asked for, with the cursors of the connection', async () => {
    await using gateway = await startWatching();
    for (const [id, name] of [
      ['p1', 'Bee'],
      ['p2', 'Ant'],
      ['p3', 'Cat'],
    ] as const)
      runningProject(gateway, id, { name });
    const order = 'orderBy: { field: NAME, direction: ASC }';
    await using stream = watchList(gateway, `(${order})`);
    const snapshot = await stream.update();
    expect(placesIn(snapshot)).toEqual({ p2: null, p1: 'p2', p3: 'p1' });
    const { data } = await gateway.ask(`{ dubbingProjects(${order}) { edges { cursor node { id } } } }`);
    const cursorsOf = (edges: Answer) => Object.fromEntries(edges.map(({ cursor, node }: Answer) => [node.id, cursor]));
    expect(cursorsOf(snapshot.edges)).toEqual(cursorsOf(data.dubbingProjects.edges));

    runningProject(gateway, 'p4', { name: 'Bug' });
    expect(placesIn(await stream.update())).toEqual({ p4: 'p1' });
    gateway.sandbox.account().dubbingProjects.get('p2')!.name = 'Dog';
    const moved = await stream.update();
    expect([moved.kind, placesIn(moved)]).toEqual(['CHANGED', { p2: 'p3' }]);
  });

  it('are told of a project that has moved, where only its place is selected', async () => {
    await using gateway = await startWatching();
    const [first] = ['p1', 'p2'].map((id, index) => runningProject(gateway, id, { name: `${index}` }));
    const fields = 'kind edges { cursor node { id } }';
    await using stream = watchList(gateway, '(orderBy: { field: NAME, direction: ASC })', fields);
    await stream.update();
    first!.name = '9';
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', edges: [{ node: { id: 'DubbingProject:p1' } }] });
  });
});

describe('many who watch lists with the same arguments', () => {
  it('cost what one costs, whatever the arguments', async () => {
    await using gateway = await startWatching({ env: SELDOM });
    runningProject(gateway, 'p1');
    const streams = Array.from({ length: 40 }, (_, index) =>
      watchList(gateway, index % 2 ? '(filter: { search: "episode" })' : '(snapshot: false)'),
    );
    await Promise.all(streams.map((stream) => stream.update()));
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects']);
    for (const stream of streams) stream.close();
  });
});
