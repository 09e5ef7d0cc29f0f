import { lazy } from '../common/lazy.ts';
import { memoByIdentity } from '../common/memo-by-identity.ts';
import type { ParsedList } from '../common/parsed-list.ts';
import type { DubbingOutput } from './dubbing-project.ts';
import type { ScriptSegment, TargetSpeaker } from './script.ts';

/** A speaker, with the language in which its voice is looked up first. */
export interface CastSpeaker extends TargetSpeaker {
  readonly targetLanguage: string;
}

/** A line of a script joined to its speaker. Null if the line or the list has none. */
export interface SpokenSegment extends ScriptSegment {
  readonly speaker: CastSpeaker | null;
}

export interface SpokenScripts {
  readonly speakers: ParsedList<CastSpeaker>;
  source(): ParsedList<SpokenSegment>;
  target(): ParsedList<SpokenSegment>;
}

/** The scripts of an output, each line joined to its speaker. Each list is computed once per answer of the service. */
export const spokenScripts = memoByIdentity((output: DubbingOutput): SpokenScripts => {
  const { targetSpeakers, targetLanguage } = output;
  const speakers = targetSpeakers.items.map((speaker) => castOf(speaker, targetLanguage));
  // Ids are unique within the list (INTERFACE.md, "Target speaker"); if they are not, the first one counts.
  const byId = new Map(speakers.toReversed().map((speaker) => [speaker.speakerId, speaker]));
  const speakerOf = ({ speakerId }: ScriptSegment) => (speakerId === null ? null : (byId.get(speakerId) ?? null));
  const join = ({ items, malformed }: ParsedList<ScriptSegment>): ParsedList<SpokenSegment> => ({
    items: items.map((segment) => spokenOf(segment, speakerOf(segment))),
    malformed,
  });
  return {
    speakers: { items: speakers, malformed: targetSpeakers.malformed },
    source: lazy(() => join(output.sourceScript)),
    target: lazy(() => join(output.targetScript)),
  };
});

const castings = memoByIdentity((_speaker: TargetSpeaker): { last: CastSpeaker | null } => ({ last: null }));
const spokenSegments = memoByIdentity((_segment: ScriptSegment): { last: SpokenSegment | null } => ({ last: null }));

/** The identical object while speaker and language are the same. */
function castOf(speaker: TargetSpeaker, targetLanguage: string): CastSpeaker {
  const casting = castings(speaker);
  if (casting.last?.targetLanguage !== targetLanguage) casting.last = { ...speaker, targetLanguage };
  return casting.last;
}

/** The identical object while line and speaker are the same: most lines of a script are, when another one has changed. */
function spokenOf(segment: ScriptSegment, speaker: CastSpeaker | null): SpokenSegment {
  const spoken = spokenSegments(segment);
  if (spoken.last === null || spoken.last.speaker !== speaker) spoken.last = { ...segment, speaker };
  return spoken.last;
}
