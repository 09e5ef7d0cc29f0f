import type { Clock } from '../clock.ts';
import { createDubbingProjectWrites } from './dubbing/dubbing-project-writes.ts';
import { createSynthesisWrites } from './dubbing/synthesis-writes.ts';
import { createArtifactWrites } from './studio/artifact-writes.ts';
import { createStudioProjectWrites } from './studio/studio-project-writes.ts';
import { createVideoWrites } from './studio/video-writes.ts';
import type { Writes } from './writes.ts';
import type { Writer } from './writing/writer.ts';

/** A writer at the dubbing API, one at the studio, and one that has the time for speech. */
export interface Writers {
  readonly dubbing: Writer;
  readonly studio: Writer;
  readonly speech: Writer;
  readonly clock: Clock;
}

export function createWrites({ dubbing, studio, speech, clock }: Writers): Writes {
  return {
    dubbingProjects: createDubbingProjectWrites(dubbing),
    synthesis: createSynthesisWrites(speech),
    artifacts: createArtifactWrites(studio, clock),
    videos: createVideoWrites(studio),
    studioProjects: createStudioProjectWrites(studio),
  };
}
