import type { Outcome } from '../core/outcome.ts';
import type { PageStreams } from './page-streams.ts';

/** The members of the payloads that are about one object. */
interface Payload {
  readonly deletedId?: string;
  readonly project?: { readonly id: string };
  readonly video?: { readonly id: string };
}

/** A deleted object leaves the cache; a job that a write has set to work is watched again; the rights are asked for again. */
export function afterWrite(outcome: Outcome<unknown>, streams: PageStreams, evict: (id: string) => void): void {
  if (outcome.kind === 'refused' && outcome.code === 'UNAUTHENTICATED') streams.viewer.restart();
  if (outcome.kind !== 'ok') return;
  const { deletedId, project, video } = outcome.value as Payload;
  if (deletedId !== undefined) evict(deletedId);
  const id = project?.id ?? video?.id;
  if (id !== undefined) streams.jobs.watchAgain(id);
}
