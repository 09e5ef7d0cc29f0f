import { ARTIFACT_STATUSES, type Artifact, artifactState } from '../../domain/artifact/artifact.ts';
import { formatGlobalId } from '../../domain/common/global-id.ts';
import { knownWord } from '../../domain/common/known-word.ts';
import { isDone } from '../../domain/job.ts';
import type { ArtifactUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import { type Kind, keepLatest, type Latest, NOTHING_YET, type Watch } from './kind.ts';
import { PHASES } from './observe.ts';

const artifactKind: Kind<Lookup<Artifact>, never, Latest<Lookup<Artifact>>, Artifact, ArtifactUpdate> = {
  resource: 'artifact',
  polled: 'artifact',
  name: 'Artifact',
  reduce: keepLatest,
  wants: () => null,
  observe({ value, since }) {
    if (!value?.found) return [];
    return [{ phase: PHASES[artifactState(value.found.rawStatus)], estimateAt: null, since }];
  },
  snapshot: ({ value }) => ({ polled: value?.found ?? null, details: null, isGone: value?.found === null }),
  toUpdate: (about, artifact, from) => ({
    of: 'Artifact',
    subject: formatGlobalId('Artifact', artifact.artifactId),
    artifact,
    previousStatus: from && knownWord(ARTIFACT_STATUSES, from.rawStatus),
    ...about,
  }),
  isFinal: ({ rawStatus }) => isDone(artifactState(rawStatus)),
};

/** The upload of one artifact. */
export function watchArtifact(artifactId: string, { artifact }: AccountReads): Watch<ArtifactUpdate> {
  const thing = { kind: 'Artifact', artifactId } as const;
  return { thing, kind: artifactKind, state: NOTHING_YET, polled: artifact(artifactId), details: null };
}
