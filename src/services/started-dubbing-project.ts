import type { DubbingProject, DubbingProjectDetails } from '../domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectReceipt, NewDubbingProject, Retranslation } from '../domain/writes.ts';

/**
 * A project that was just created, in the form of its list entry and details: in progress (BEHAVIOUR.md, "Writing"),
 * without its time of creation, which the service does not send.
 */
export function createdDubbingProject(input: NewDubbingProject, receipt: DubbingProjectReceipt): DubbingProject {
  return {
    kind: 'DubbingProject',
    projectId: receipt.projectId,
    name: input.name ?? null,
    rawStatus: 'in_progress',
    sourceLanguage: input.sourceLanguage,
    targetLanguage: input.targetLanguage,
    costMinutes: receipt.costMinutes,
    createdAt: null,
    details: detailsOf(input, receipt),
    isJustCreated: true,
  };
}

/** The same for a re-translated project; the rest comes from its list entry. */
export function retranslatedDubbingProject(
  project: DubbingProject,
  input: Retranslation,
  receipt: DubbingProjectReceipt,
): DubbingProject {
  return { ...project, rawStatus: 'in_progress', details: detailsOf(input, receipt) };
}

/** `voiceover_with_original_track` is the service's default (INTERFACE.md, "POST /api/v1/projects"). */
function detailsOf(
  { mixingMode }: Pick<NewDubbingProject, 'mixingMode'>,
  { estimatedCompletionAt }: DubbingProjectReceipt,
): DubbingProjectDetails {
  return {
    mixingMode: mixingMode ?? 'voiceover_with_original_track',
    estimatedCompletionAt,
    completedAt: null,
    output: null,
    errorMessage: null,
  };
}
