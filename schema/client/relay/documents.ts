import { graphql } from 'relay-runtime';

/** The documents of the hooks. The front end's relay-compiler compiles them, so that they are in its store and among its persisted ones. */
export const PROJECTS = graphql`
  query documentsProjectsQuery($filter: DubbingProjectFilter, $orderBy: DubbingProjectOrder, $first: Int) {
    dubbingProjects(filter: $filter, orderBy: $orderBy, first: $first) {
      totalCount
      checkedAt
      nodes {
        id
        name
        status
        sourceLanguage {
          name
        }
        targetLanguage {
          name
        }
        costMinutes
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** By the names of the kit's own documents. */
export const SUBSCRIPTIONS = {
  DubbingProjectsUpdated: graphql`
    subscription documentsProjectsSubscription {
      dubbingProjectsUpdated(snapshot: false) {
        kind
        freshness
        checkedAt
        projects {
          id
          name
          status
          sourceLanguage {
            name
          }
          targetLanguage {
            name
          }
          costMinutes
          createdAt
        }
      }
    }
  `,
  WatchJobs: graphql`
    subscription documentsJobsSubscription($ids: [ID!]!) {
      jobsUpdated(ids: $ids) {
        __typename
        kind
        freshness
        checkedAt
        nextCheckAt
        isFinal
        job {
          __typename
          id
          name
          state
        }
        ... on DubbingProjectUpdate {
          project {
            __typename
            id
            status
            sourceLanguage {
              name
            }
            targetLanguage {
              name
            }
            costMinutes
            createdAt
            mixingMode
            estimatedCompletionAt
            completedAt
            errorMessage
            output {
              videoUrl
              audioUrl
            }
          }
        }
        ... on VideoUpdate {
          video {
            __typename
            id
            progress {
              isSettled
              hasError
              eta
              languages {
                language {
                  code
                  name
                }
                phase
                pendingOn
                isError
                eta
                state
              }
            }
          }
          changes {
            language {
              code
              name
            }
            before {
              phase
              state
            }
            after {
              phase
              state
            }
          }
        }
        ... on ArtifactUpdate {
          artifact {
            __typename
            id
            status
            isUsable
            sizeBytes
            durationSeconds
            errorMessage
          }
        }
      }
    }
  `,
  BalanceUpdated: graphql`
    subscription documentsBalanceSubscription {
      balanceUpdated(heartbeatSeconds: 60) {
        kind
        freshness
        checkedAt
        balance {
          minutes
        }
      }
    }
  `,
  RequestBudgetUpdated: graphql`
    subscription documentsBudgetSubscription {
      requestBudgetUpdated {
        kind
        freshness
        budget {
          remainingThisMinute
          remainingToday
          blockedUntil
          resetsAt
        }
      }
    }
  `,
} as const;
