import type { Artifact } from '../../domain/artifact/artifact.ts';
import type { ArtifactUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { artifactTelling } from '../updates/job-updates.ts';
import { Topic } from '../updates/topic.ts';
import { notFound } from './not-found.ts';
import { observeArtifact } from './observe.ts';
import { PolledResource, type PolledResourceParts } from './polled-resource.ts';

/** The upload of one artifact. */
export class ArtifactResource extends PolledResource<Lookup<Artifact>> {
  readonly #view = new Topic(artifactTelling);
  protected readonly views = [this.#view];
  #since = 0;

  constructor(parts: PolledResourceParts, reads: Pick<AccountReads, 'artifact'>, artifactId: string) {
    super(parts, reads.artifact(artifactId));
  }

  open(): BaseFeed<ArtifactUpdate> {
    return this.enter(() => this.#view.open());
  }

  get sights(): readonly Observation[] {
    const artifact = this.read.value?.found;
    return artifact ? [observeArtifact(artifact, this.#since)] : [];
  }

  protected take({ found }: Lookup<Artifact>, isNews: boolean): void {
    if (isNews) this.#since = this.parts.clock.now();
    if (found === null) this.absent(notFound('Artifact'));
  }

  protected publish(): void {
    this.#view.publish({ state: this.read.value?.found ?? null, ...this.standing });
  }
}
