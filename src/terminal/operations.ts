/** The documents that the terminal sends. */

const JOB_FIELDS = `
  id name state
  ... on DubbingProject { createdAt estimatedCompletionAt errorMessage }
  ... on Video { progress { eta languages { language { code } rawPhase state } } }
  ... on Artifact { errorMessage }`;

export const JOBS_UPDATED = `subscription Terminal($ids: [ID!]!) {
  jobsUpdated(ids: $ids) { kind freshness isFinal job { ${JOB_FIELDS} } }
}`;

export const DUBBING_PROJECTS_UPDATED = `subscription Terminal {
  dubbingProjectsUpdated {
    kind freshness isFinal
    projects { id name state createdAt estimatedCompletionAt }
  }
}`;

export const REQUEST_BUDGET = 'query TerminalBudget { requestBudget { remainingThisMinute remainingToday } }';

/** The gateway takes at most this many ids a subscription. */
export const MOST_IDS = 200;
