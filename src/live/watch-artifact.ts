import type { Artifact } from '../domain/artifact.ts';
import type { ArtifactUpdate } from '../domain/update.ts';
import type { AccountReads, Found } from '../loaders/account-reads.ts';
import { neverThere } from './never-there.ts';
import type { Sight } from './polling.ts';
import type { ReaderFeed } from './reader-feed.ts';
import { sightOfArtifact } from './sights.ts';
import { artifactTelling } from './telling-job.ts';
import { View } from './view.ts';
import { Watch, type WatchParts } from './watch.ts';

/** The upload of one artifact. */
export class ArtifactWatch extends Watch<Found<Artifact>> {
  readonly #view = new View(artifactTelling);
  protected readonly views = [this.#view];
  #since = 0;

  constructor(parts: WatchParts, reads: Pick<AccountReads, 'artifact'>, artifactId: string) {
    super(parts, reads.artifact(artifactId));
  }

  open(): ReaderFeed<ArtifactUpdate> {
    return this.enter(() => this.#view.open());
  }

  get sights(): readonly Sight[] {
    const artifact = this.read.answer?.found;
    return artifact ? [sightOfArtifact(artifact, this.#since)] : [];
  }

  protected take({ found }: Found<Artifact>, isNews: boolean): void {
    if (isNews) this.#since = this.parts.clock.now();
    if (found === null) this.absent(neverThere('Artifact'));
  }

  protected publish(): void {
    this.#view.publish({ state: this.read.answer?.found ?? null, ...this.standing });
  }
}
