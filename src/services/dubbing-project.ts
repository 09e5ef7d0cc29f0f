import { isSendableId } from '../domain/common/global-id.ts';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import { dubbingLanguageIssues, newDubbingProjectIssues } from '../domain/dubbing-project/dubbing-project-checks.ts';
import type { DubbingProjectOutcome, NewDubbingProject } from '../domain/writes.ts';
import { NotFoundError } from '../errors.ts';
import { checkInput, readForCheck } from './check-input.ts';
import type { ServiceParts } from './service-parts.ts';
import type { CallersKey, Services } from './services.ts';
import { createdDubbingProject } from './started-dubbing-project.ts';
import { post, write } from './write.ts';

export function createDubbingProjectServices(
  parts: ServiceParts,
): Pick<Services, 'createDubbingProject' | 'deleteDubbingProject'> {
  return {
    createDubbingProject: (input, key) => createDubbingProject(parts, input, key),
    deleteDubbingProject: (projectId) => deleteDubbingProject(parts, projectId),
  };
}

async function createDubbingProject(
  parts: ServiceParts,
  input: NewDubbingProject,
  key: CallersKey,
): Promise<DubbingProjectOutcome> {
  const { writes, reads, call, invalidate } = parts;
  const languageCheck = async () => {
    const options = await readForCheck(reads.options(), call.log);
    return options === null ? [] : dubbingLanguageIssues(input, options);
  };
  await checkInput([...newDubbingProjectIssues(input), ...idempotencyKeyIssues(key)], [languageCheck()]);
  const receipt = await write(writes.dubbingProjects.create(input, post(parts, key)), () => {
    invalidate.dubbingProjectList();
    invalidate.balance();
  });
  return { project: createdDubbingProject(input, receipt), receipt };
}

async function deleteDubbingProject({ writes, call, invalidate }: ServiceParts, projectId: string): Promise<void> {
  if (!isSendableId(projectId)) throw new NotFoundError('Dubbing project not found.');
  await write(writes.dubbingProjects.delete(projectId, call), () => {
    invalidate.dubbingProject(projectId);
    invalidate.dubbingProjectList();
  });
}
