import { isSendableId } from '../domain/common/global-id.ts';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import { issueAt, type ValidationIssue } from '../domain/common/validation-issue.ts';
import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import {
  needsVoiceCatalogue,
  retranslationIssues,
  targetVoiceIssues,
} from '../domain/dubbing-project/retranslation-checks.ts';
import type { DubbingProjectOutcome, NewTargetSpeaker, Retranslation, RetranslationCheck } from '../domain/writes.ts';
import {
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UpstreamUnavailableError,
  ValidationError,
} from '../errors.ts';
import { firstIssues, gatherIssues, invalidInput, readForCheck } from './check-input.ts';
import type { ServiceParts } from './service-parts.ts';
import type { CallersKey, Services } from './services.ts';
import { retranslatedDubbingProject } from './started-dubbing-project.ts';
import { post, write } from './write.ts';

export function createRetranslationServices(
  parts: ServiceParts,
): Pick<Services, 'retranslateDubbingProject' | 'checkRetranslation'> {
  return {
    retranslateDubbingProject: (input, key) => retranslateDubbingProject(parts, input, key),
    checkRetranslation: (input, key) => checkRetranslation(parts, input, key),
  };
}

async function retranslateDubbingProject(
  parts: ServiceParts,
  input: Retranslation,
  key: CallersKey,
): Promise<DubbingProjectOutcome> {
  const { writes, invalidate } = parts;
  const { project, issues } = await examine(parts, input, key);
  if (project === null) throw new NotFoundError('Dubbing project not found.');
  if (project === undefined || issues.length > 0) throw invalidInput(issues);
  const receipt = await write(writes.dubbingProjects.retranslate(input, post(parts, key)), () => {
    invalidate.dubbingProject(input.projectId);
    invalidate.dubbingProjectList();
    invalidate.balance();
  });
  return { project: retranslatedDubbingProject(project, input, receipt), receipt };
}

async function checkRetranslation(
  parts: ServiceParts,
  input: Retranslation,
  key: CallersKey,
): Promise<RetranslationCheck> {
  const { issues } = await examine(parts, input, key);
  if (issues.length > 0) return { valid: false, issues: firstIssues(issues) };
  try {
    await parts.writes.dubbingProjects.validateRetranslation(input, post(parts, null));
    return { valid: true, issues: [] };
  } catch (error) {
    return { valid: false, issues: issuesOfRefusal(error) };
  }
}

interface Examination {
  /** Null if it does not exist; undefined if it was not read. */
  readonly project: DubbingProject | null | undefined;
  readonly issues: readonly ValidationIssue[];
}

/**
 * All checks of a re-translation. They read the project for its target language, and for the values that the answer to
 * a re-translation lacks.
 */
async function examine(parts: ServiceParts, input: Retranslation, key: CallersKey): Promise<Examination> {
  const own = [...retranslationIssues(input), ...idempotencyKeyIssues(key)];
  if (!isSendableId(input.projectId)) return { project: undefined, issues: own };
  const [reading] = await Promise.allSettled([parts.reads.dubbingProject(input.projectId)]);
  if (reading.status === 'rejected') {
    if (own.length === 0) throw reading.reason;
    return { project: undefined, issues: own };
  }
  const project = reading.value;
  if (project === null)
    return { project, issues: [...own, issueAt(['id'], 'NOT_FOUND', 'Dubbing project not found.')] };
  const voiceCheck = voiceIssues(parts, input.targetSpeakers, project.targetLanguage);
  return { project, issues: await gatherIssues(own, [voiceCheck]) };
}

async function voiceIssues(
  { reads, call }: ServiceParts,
  speakers: readonly NewTargetSpeaker[],
  targetLanguage: string,
): Promise<readonly ValidationIssue[]> {
  const voices = needsVoiceCatalogue(speakers) ? await readForCheck(reads.voices(), call.log) : null;
  return targetVoiceIssues(speakers, targetLanguage, voices);
}

/** The service's issues. Any other failure is not a fault of the input. */
function issuesOfRefusal(error: unknown): readonly ValidationIssue[] {
  if (error instanceof NotFoundError) return [issueAt(['id'], 'REFUSED', error.message)];
  if (error instanceof ValidationError && error.issues.length > 0) return error.issues;
  if (error instanceof ValidationError || error instanceof RejectedError)
    return [issueAt([], 'REFUSED', error.message)];
  // A check changes nothing, so its outcome is never unknown.
  if (error instanceof OutcomeUnknownError) throw new UpstreamUnavailableError({ cause: error });
  throw error;
}
