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
  const creation = async (): Promise<DubbingProjectOutcome> => {
    const receipt = await writes.dubbingProjects.create(input, post(parts, key));
    const project = createdDubbingProject(input, receipt);
    invalidate.created(project);
    return { project, receipt };
  };
  return write(creation(), () => {
    invalidate.dubbingProjectList();
    invalidate.balance();
  });
}

async function deleteDubbingProject({ writes, call, invalidate }: ServiceParts, projectId: string): Promise<void> {
  if (!isSendableId(projectId)) throw new NotFoundError('Dubbing project not found.');
  const deleted = writes.dubbingProjects
    .delete(projectId, call)
    .then(() => invalidate.deleted({ kind: 'DubbingProject', projectId }));
  await write(deleted, () => {
    invalidate.dubbingProject(projectId);
    invalidate.dubbingProjectList();
  });
}
