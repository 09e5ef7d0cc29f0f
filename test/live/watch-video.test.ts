import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../src/errors.ts';
import { endOf, failure, startWatches, update, type WatchKit } from './watch-kit.ts';

const KEY = { projectId: 'proj_demo', videoId: 'v1' };
const ITSELF = 'GET /api/v1/projects/proj_demo/videos/v1';
const STATUS = `${ITSELF}/status`;
const BARE = { details: false, untilSettled: false };
const WHOLE = { details: true, untilSettled: false };

interface Entry {
  readonly lang: string;
  readonly phase: string;
  readonly pendingOn: string | null;
  readonly isError: boolean;
  readonly eta: string | null;
}
const at = (lang: string, phase: string, more: Partial<Entry> = {}): Entry => ({
  lang,
  phase,
  pendingOn: 'system',
  isError: false,
  eta: null,
  ...more,
});

function put(kit: WatchKit, ...langs: Entry[]) {
  const video = kit.sandbox.account().putVideo({
    projectId: 'proj_demo',
    id: 'v1',
    name: 'Harbour',
    status: 'in_progress',
    statusOverrides: { langs },
  });
  return {
    video,
    stand: (...now: Entry[]) => {
      video.statusOverrides = { langs: now };
    },
  };
}

describe('A watched video', () => {
  it('tells its progress at first, and then what has moved', async () => {
    await using kit = await startWatches();
    const { stand } = put(kit, at('fr-FR', 'translation'), at('de-DE', 'translation'));
    const feed = kit.live.video(KEY, BARE);
    expect(await update(feed)).toMatchObject({
      of: 'Video',
      kind: 'SNAPSHOT',
      video: { kind: 'Video', ...KEY, details: null },
      progress: { items: [{ language: 'de-DE' }, { language: 'fr-FR', rawPhase: 'translation' }] },
      changes: [],
    });
    stand(at('fr-FR', 'voiceover'), at('it-IT', 'translation'));
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      changes: [
        { language: 'fr-FR', before: { rawPhase: 'translation' }, after: { rawPhase: 'voiceover' } },
        { language: 'it-IT', before: null, after: { rawPhase: 'translation' } },
        { language: 'de-DE', before: { rawPhase: 'translation' }, after: null },
      ],
    });
    expect(kit.asked()).toEqual([STATUS, STATUS]);
  });

  it('tells a slow reader all that has moved since it was told last', async () => {
    await using kit = await startWatches();
    const { stand } = put(kit, at('fr-FR', 'translation'), at('de-DE', 'translation'));
    const feed = kit.live.video(KEY, BARE);
    await update(feed);
    stand(at('fr-FR', 'voiceover'), at('de-DE', 'translation'));
    await kit.turn();
    stand(at('fr-FR', 'voiceover'), at('de-DE', 'voiceover'));
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      skipped: 1,
      changes: [{ language: 'de-DE' }, { language: 'fr-FR' }],
    });
  });

  it('has its details read at first, when it has moved, and every fifth time', async () => {
    await using kit = await startWatches();
    const { video, stand } = put(kit, at('fr-FR', 'translation'));
    const feed = kit.live.video(KEY, WHOLE);
    expect(await update(feed)).toMatchObject({ video: { details: { name: 'Harbour', rawStatus: 'in_progress' } } });
    await kit.quiet();
    expect(kit.asked().toSorted()).toEqual([ITSELF, STATUS]);
    video.status = 'completed';
    stand(at('fr-FR', 'rendering', { pendingOn: 'editor' }));
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'CHANGED',
      video: { details: { rawStatus: 'completed' } },
      progress: { items: [{ rawPendingOn: 'editor' }] },
    });
    expect(kit.asked()).toEqual([STATUS, ITSELF]);
    for (let turn = 0; turn < 4; turn += 1) await kit.turn();
    expect(kit.asked()).toEqual([STATUS, STATUS, STATUS, STATUS]);
    video.name = 'Quay';
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'CHANGED', changes: [], video: { details: { name: 'Quay' } } });
    expect(kit.asked()).toEqual([STATUS, ITSELF]);
  });

  it('costs a late reader of its details one request', async () => {
    await using kit = await startWatches();
    put(kit, at('fr-FR', 'translation'));
    await update(kit.live.video(KEY, BARE));
    kit.asked();
    expect(await update(kit.live.video(KEY, WHOLE))).toMatchObject({ video: { details: { name: 'Harbour' } } });
    expect(kit.asked()).toEqual([ITSELF]);
  });

  it('tells a late reader of its details none from before it has moved', async () => {
    await using kit = await startWatches();
    const { video, stand } = put(kit, at('fr-FR', 'translation'));
    const staying = kit.live.video(KEY, BARE);
    const leaving = kit.live.video(KEY, WHOLE);
    await Promise.all([update(staying), update(leaving)]);
    leaving.close();
    video.status = 'completed';
    stand(at('fr-FR', 'rendering', { pendingOn: 'editor' }));
    await kit.turn();
    await kit.turn();
    const feed = kit.live.video(KEY, WHOLE);
    expect(feed.take()).toEqual({ is: 'empty' });
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', video: { details: { rawStatus: 'completed' } } });
  });

  it('goes on while it rests, and ends for those only who want it until then', async () => {
    await using kit = await startWatches();
    const { stand } = put(kit, at('fr-FR', 'translation'), at('de-DE', 'translation'));
    const staying = kit.live.video(KEY, BARE);
    const leaving = kit.live.video(KEY, { ...BARE, untilSettled: true });
    expect(await update(staying)).toMatchObject({ isFinal: false });
    expect(await update(leaving)).toMatchObject({ isFinal: false });
    stand(
      at('fr-FR', 'translation', { pendingOn: 'editor' }),
      at('de-DE', 'mixing', { pendingOn: null, isError: true }),
    );
    await kit.turn();
    expect(await update(staying)).toMatchObject({ isFinal: false });
    expect(await update(leaving)).toMatchObject({ isFinal: true, nextCheckAt: null });
    expect(await endOf(leaving)).toBeNull();
    const late = kit.live.video(KEY, { ...BARE, untilSettled: true });
    expect(await update(late)).toMatchObject({ kind: 'SNAPSHOT', isFinal: true });
    stand(at('fr-FR', 'voiceover'), at('de-DE', 'mixing'));
    await kit.turn();
    expect(await update(staying)).toMatchObject({ kind: 'CHANGED', isFinal: false });
  });

  it('that settles is final with its details as they are by then', async () => {
    await using kit = await startWatches();
    const { video, stand } = put(kit, at('fr-FR', 'rendering'));
    const feed = kit.live.video(KEY, { details: true, untilSettled: true });
    await update(feed);
    video.status = 'completed';
    stand(at('fr-FR', 'rendering', { pendingOn: 'editor' }));
    await kit.turn();
    expect(await update(feed)).toMatchObject({ isFinal: true, video: { details: { rawStatus: 'completed' } } });
    expect(await endOf(feed)).toBeNull();
  });

  it.each([BARE, WHOLE])('that never was there is an end, and one that goes away is GONE', async (reader) => {
    await using kit = await startWatches();
    expect(await endOf(kit.live.video(KEY, reader))).toBeInstanceOf(NotFoundError);
    put(kit, at('fr-FR', 'translation'));
    const feed = kit.live.video(KEY, reader);
    await update(feed);
    await kit.quiet();
    kit.sandbox.account().videos.delete('proj_demo/v1');
    await kit.turn();
    expect(feed.take()).toEqual({ is: 'empty' });
    await kit.turn();
    expect(await update(feed)).toMatchObject({
      kind: 'GONE',
      isFinal: true,
      progress: { items: [{ language: 'fr-FR' }] },
    });
    expect(await endOf(feed)).toBeNull();
    await kit.quiet();
    expect(kit.clock.timers).toBe(0);
  });

  it('that can be read again after a 429 is told once, with its details', async () => {
    await using kit = await startWatches();
    const { video, stand } = put(kit, at('fr-FR', 'translation'));
    const feed = kit.live.video(KEY, WHOLE);
    await update(feed);
    kit.sandbox.misfortune({ on: {}, answer: { status: 429, headers: { 'retry-after': '30' }, body: '{}' } });
    await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'FRESHNESS', freshness: 'THROTTLED' });
    stand(at('fr-FR', 'voiceover'));
    video.name = 'Quay';
    await kit.turn();
    const next = await update(feed);
    expect(next).toMatchObject({ kind: 'CHANGED', freshness: 'LIVE', video: { details: { name: 'Quay' } } });
    await kit.quiet();
    expect(feed.take()).toEqual({ is: 'empty' });
  });

  it('whose details cannot be read is told as it was, as old, until they can', async () => {
    await using kit = await startWatches();
    const { video, stand } = put(kit, at('fr-FR', 'translation'));
    const [bare, whole] = [kit.live.video(KEY, BARE), kit.live.video(KEY, WHOLE)];
    await Promise.all([update(bare), update(whole)]);
    await kit.quiet();
    kit.sandbox.misfortune({ on: { path: /v1$/ }, answer: { status: 500, body: '{}' } });
    stand(at('fr-FR', 'voiceover'));
    await kit.turn();
    expect(await update(bare)).toMatchObject({ kind: 'CHANGED', freshness: 'LIVE' });
    expect(await update(whole)).toMatchObject({
      kind: 'FRESHNESS',
      freshness: 'STALE',
      progress: { items: [{ rawPhase: 'translation' }] },
    });
    video.name = 'Quay';
    for (let turn = 0; turn < 6; turn += 1) await kit.turn();
    expect(await update(whole)).toMatchObject({
      kind: 'CHANGED',
      freshness: 'LIVE',
      progress: { items: [{ rawPhase: 'voiceover' }] },
      video: { details: { name: 'Quay' } },
    });
    expect(bare.take()).toEqual({ is: 'empty' });
  });

  it('whose details cannot be read at first is told why', async () => {
    await using kit = await startWatches();
    const { video } = put(kit, at('fr-FR', 'translation'));
    kit.sandbox.misfortune({ on: { path: /v1$/ }, answer: { status: 500, body: '{}' } });
    const feed = kit.live.video(KEY, WHOLE);
    expect(await failure(feed)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    video.name = 'Quay';
    for (let turn = 0; turn < 6; turn += 1) await kit.turn();
    expect(await update(feed)).toMatchObject({ kind: 'SNAPSHOT', video: { details: { name: 'Quay' } } });
  });
});
