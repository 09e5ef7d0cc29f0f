import type { WriteReport } from '../contracts/invalidations.ts';
import type { Coherence } from './coherence.ts';
import type { ProjectDetails } from './project-details.ts';
import { addressOf, type KeyArguments, type ReadName, videoAddress } from './reads.ts';
import type { WriteTime } from './receipts.ts';
import type { ResponseCache } from './response-cache.ts';

export interface ConsequencesParts {
  readonly caches: ReadonlyMap<ReadName, ResponseCache<object>>;
  readonly coherence: Coherence;
  readonly details: ProjectDetails;
}

/** The effects of a write on the answers that an account remembers, whichever instance of the gateway has made it. */
export class Consequences {
  readonly #parts: ConsequencesParts;
  #lastWrite = 0;

  constructor(parts: ConsequencesParts) {
    this.#parts = parts;
  }

  /** The ticket of the last write. */
  get lastWrite(): number {
    return this.#lastWrite;
  }

  follow(report: WriteReport, when: WriteTime): void {
    this.#lastWrite = Math.max(this.#lastWrite, when.asked);
    const { coherence, details, caches } = this.#parts;
    switch (report.is) {
      case 'created':
        coherence.created(report.about, when);
        return;
      case 'deleted':
        coherence.deleted(report.about, when);
        return;
      case 'dubbingProject':
        details.forget(report.about);
        this.#invalidate(when, 'dubbingProject', report.about);
        return;
      case 'dubbingProjectList':
      case 'balance':
        this.#invalidate(when, report.is);
        return;
      case 'artifact':
        this.#invalidate(when, 'artifact', report.about);
        return;
      case 'video':
        this.#invalidate(when, 'videoDetails', report.about);
        this.#invalidate(when, 'videoProgress', report.about);
        return;
      case 'studioProject': {
        const prefix = videoAddress({ projectId: report.about, videoId: '' });
        const isInside = (key: string) => key.startsWith(prefix);
        for (const name of ['videoDetails', 'videoProgress'] as const) {
          caches.get(name)?.invalidateWhere(isInside, when.asked);
        }
      }
    }
  }

  #invalidate<Name extends ReadName>({ asked }: WriteTime, name: Name, ...key: KeyArguments<Name>): void {
    this.#parts.caches.get(name)?.invalidate(addressOf(name, ...key), asked);
  }
}
