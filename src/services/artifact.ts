import { fileNameIssues, newArtifactIssues } from '../domain/artifact/artifact-checks.ts';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import { checkInput } from './check-input.ts';
import type { ServiceParts } from './service-parts.ts';
import type { Services } from './services.ts';
import { post } from './write.ts';

export function createArtifactServices(
  parts: ServiceParts,
): Pick<Services, 'requestArtifactUpload' | 'createArtifact'> {
  const { writes, call, invalidate } = parts;
  return {
    async requestArtifactUpload(fileName) {
      await checkInput(fileNameIssues(fileName));
      return writes.artifacts.requestUpload(fileName, call);
    },
    async createArtifact(input, key) {
      await checkInput([...newArtifactIssues(input), ...idempotencyKeyIssues(key)]);
      // Only a success has consequences: the artifact of a failed creation is unknown.
      const artifact = await writes.artifacts.create(input, post(parts, key));
      invalidate.created(artifact);
      invalidate.artifact(artifact.artifactId);
      return artifact;
    },
  };
}
