import { createArtifactServices } from './artifact.ts';
import { createDubbingProjectServices } from './dubbing-project.ts';
import { createRetranslationServices } from './retranslation.ts';
import type { ServiceParts } from './service-parts.ts';
import type { Services } from './services.ts';
import { createStudioProjectServices } from './studio-project.ts';
import { createSynthesisServices } from './synthesis.ts';
import { createVideoServices } from './video.ts';

/** One set for each operation. */
export function createServices(parts: ServiceParts): Services {
  return {
    ...createDubbingProjectServices(parts),
    ...createRetranslationServices(parts),
    ...createSynthesisServices(parts),
    ...createArtifactServices(parts),
    ...createVideoServices(parts),
    ...createStudioProjectServices(parts),
  };
}
