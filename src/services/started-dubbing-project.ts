import type { DubbingProject, DubbingProjectDetails } from '../domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectReceipt, NewDubbingProject, Retranslation } from '../domain/writes.ts';

/**
 * A project that was just created, as its list entry and its own address would tell it: it is taken as in progress
 * (BEHAVIOUR.md, "Writing"). When it was created, the service does not say.
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

/** The same of one that was just re-translated; its list entry knows the rest. */
export function retranslatedDubbingProject(
  project: DubbingProject,
  input: Retranslation,
  receipt: DubbingProjectReceipt,
): DubbingProject {
  return { ...project, rawStatus: 'in_progress', details: detailsOf(input, receipt) };
}

/**
 * `voiceover_with_original_track` is what the service takes where nothing is said (INTERFACE.md, "POST
 * /api/v1/projects").
 */
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
