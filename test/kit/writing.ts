import type { Sandbox } from '../../src/sandbox/index.ts';
import type { SandboxRequest } from '../../src/sandbox/journal.ts';
import type { Answer, AskOptions, GraphAnswer, TestGateway } from './gateway.ts';

/** The fields of a failure, in any union of results: not each of them has each member. */
const USER_ERRORS = `__typename
  ... on UserError { code message
    ... on ValidationError { issues { path message } }
    ... on OutcomeUnknownError { idempotencyKey } }`;

/** Each mutation that takes an `input`, by name: the type of its input and what is selected of its payload by default. */
const PAYLOADS = {
  createDubbingProject: 'project { id } costMinutes balance { minutes } estimatedCompletionAt translationsCount',
  retranslateDubbingProject: 'project { id } costMinutes balance { minutes } estimatedCompletionAt translationsCount',
  createArtifact: 'artifact { id name status isUsable }',
  createVideo: 'video { id name status }',
  updateVideo: 'video { id name status }',
} as const;
type InputMutation = keyof typeof PAYLOADS;

type Deletion = 'deleteDubbingProject' | 'deleteVideo' | 'deleteStudioProject';

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export interface Written {
  /** The value of the mutation's field. */
  readonly result: Answer;
  readonly answer: GraphAnswer;
}

/** Sends one mutation that takes an `input`. */
export async function write(
  gateway: TestGateway,
  mutation: InputMutation,
  input: unknown,
  { payload = PAYLOADS[mutation], ...options }: AskOptions & { readonly payload?: string } = {},
): Promise<Written> {
  const type = upperFirst(mutation);
  const document = `mutation ($input: ${type}Input!) {
    ${mutation}(input: $input) { ${USER_ERRORS} ... on ${type}Payload { ${payload} } } }`;
  const answer = await gateway.ask(document, { variables: { input }, ...options });
  return { result: answer.data?.[mutation], answer };
}

export async function remove(gateway: TestGateway, deletion: Deletion, id: string): Promise<Written> {
  const document = `mutation ($id: ID!) { ${deletion}(id: $id) { ${USER_ERRORS} ... on DeletePayload { deletedId } } }`;
  const answer = await gateway.ask(document, { variables: { id } });
  return { result: answer.data?.[deletion], answer };
}

export async function requestUpload(gateway: TestGateway, fileName: string): Promise<Written> {
  const document = `mutation ($fileName: String!) { requestArtifactUpload(fileName: $fileName) {
    ${USER_ERRORS} ... on ArtifactUpload { s3Path uploadUrl method headers { name value } expiresAt } } }`;
  const answer = await gateway.ask(document, { variables: { fileName } });
  return { result: answer.data?.requestArtifactUpload, answer };
}

/** The requests to the service other than a plain GET. */
export function writesSentTo({ requests }: Sandbox): SandboxRequest[] {
  return requests.filter(({ method, path }) => method !== 'GET' || path === '/api/v1/artifacts/create');
}

export const bodyOf = ({ body }: SandboxRequest): Answer => JSON.parse(body.toString());
export const lineOf = ({ method, path }: SandboxRequest): string => `${method} ${path}`;

/** The answer of the service with a status and a JSON body, to a request that is then not worked on. */
export function refusal(status: number, body: object) {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}
