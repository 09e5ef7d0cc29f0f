import type { Artifact } from '../../domain/artifact/artifact.ts';
import type { ArtifactUpdate } from '../../domain/update.ts';
import type { Lookup } from '../../loaders/reads.ts';
import { artifactUpdates } from '../updates/job-updates.ts';
import type { Kind, Watched } from './kind.ts';
import { observeArtifact } from './observe.ts';
import { NEW_REPLICA } from './replica.ts';

interface State extends Watched<never> {
  readonly lookup: Lookup<Artifact> | null;
}

/** The upload of one artifact. */
export const artifactKind: Kind<
  Lookup<Artifact>,
  never,
  State,
  Artifact,
  ArtifactUpdate['previousStatus'],
  ArtifactUpdate
> = {
  resource: 'artifact',
  name: 'Artifact',
  format: artifactUpdates,
  reduce(state, event) {
    if (event.is === 'restored') return { ...state, since: event.since };
    if (event.is !== 'polled' || !event.isNews) return state;
    return { ...state, lookup: event.value, since: event.at };
  },
  wants: () => null,
  observe: ({ lookup, since }) => (lookup?.found ? [observeArtifact(lookup.found, since)] : []),
  snapshot: ({ lookup }) => ({
    polled: lookup?.found ?? null,
    details: null,
    isKnownByDetails: false,
    isGone: lookup !== null && lookup.found === null,
  }),
};

export const newArtifact: State = { lookup: null, since: 0, details: NEW_REPLICA };
