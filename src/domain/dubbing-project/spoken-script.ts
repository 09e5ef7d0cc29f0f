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
  readonly source: ParsedList<SpokenSegment>;
  readonly target: ParsedList<SpokenSegment>;
}

/** The scripts of an output, each line joined to its speaker. Computed once per answer of the service. */
export const spokenScripts = memoByIdentity((output: DubbingOutput): SpokenScripts => {
  const speakers = output.targetSpeakers.items.map(
    (speaker): CastSpeaker => ({ ...speaker, targetLanguage: output.targetLanguage }),
  );
  // Ids are unique within the list (INTERFACE.md, "Target speaker"); if they are not, the first one counts.
  const byId = new Map(speakers.toReversed().map((speaker) => [speaker.speakerId, speaker]));
  const join = ({ items, malformed }: ParsedList<ScriptSegment>): ParsedList<SpokenSegment> => ({
    items: items.map((segment) => ({
      ...segment,
      speaker: segment.speakerId === null ? null : (byId.get(segment.speakerId) ?? null),
    })),
    malformed,
  });
  return {
    speakers: { items: speakers, malformed: output.targetSpeakers.malformed },
    source: join(output.sourceScript),
    target: join(output.targetScript),
  };
});
