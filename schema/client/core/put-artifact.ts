import { NoAnswerError } from './document.ts';
import type { GraphClient } from './graph-client.ts';
import {
  type ArtifactType,
  ArtifactUpdatedDocument,
  type ArtifactUpdatedSubscription,
  CreateArtifactDocument,
  RequestArtifactUploadDocument,
  type RequestArtifactUploadMutation,
} from './operations.generated.ts';
import { type Outcome, type PayloadOf, unknownOutcome } from './outcome.ts';
import { retrying } from './retrying.ts';
import { type SendOptions, send } from './send.ts';

export type UsableArtifact = NonNullable<ArtifactUpdatedSubscription['artifactUpdated']>['artifact'];

export interface PutArtifactOptions extends SendOptions {
  /** Default: the name of the file. */
  readonly name?: string | undefined;
  /** Default: VIDEO or AUDIO by the media type of the file, SCRIPT for any other. */
  readonly type?: ArtifactType | undefined;
}

/** They take about 10 s: the storage is not the gateway, and a page may never reach it, for example without CORS. */
const PUT_ATTEMPTS = 5;

type Slot = PayloadOf<RequestArtifactUploadMutation>;

/** Uploads a file to the service and waits until videos can be made from it. */
export async function putArtifact(
  client: Pick<GraphClient, 'write' | 'watch'>,
  file: Blob & { readonly name?: string },
  options: PutArtifactOptions = {},
): Promise<Outcome<UsableArtifact>> {
  const fileName = file.name ?? options.name ?? 'file';
  const slot = await client.write(RequestArtifactUploadDocument, { fileName });
  return chain(slot, async (upload) => {
    const failure = await put(upload, file, options);
    if (failure !== null) return { kind: 'refused', code: 'UPLOAD_FAILED', message: failure };
    const input = {
      name: options.name ?? fileName,
      type: options.type ?? typeOf(file.type),
      source: { s3Path: upload.s3Path },
    };
    const created = await client.write(CreateArtifactDocument, { input });
    return chain(created, ({ artifact }) => untilUsable(client, artifact.id, options.signal));
  });
}

/** Goes on with the value of an outcome; with that of `again`, if it is unknown. */
async function chain<Value, Next>(
  outcome: Outcome<Value>,
  next: (value: Value) => Promise<Outcome<Next>>,
): Promise<Outcome<Next>> {
  if (outcome.kind === 'ok') return next(outcome.value);
  if (outcome.kind !== 'unknown') return outcome;
  return unknownOutcome(outcome, async () => chain(await outcome.again(), next));
}

/** Returns why it has failed, or null. Sending the same file to its address again does no harm. */
async function put(slot: Slot, file: Blob, options: SendOptions): Promise<string | null> {
  const headers = Object.fromEntries(slot.headers.map(({ name, value }) => [name, value]));
  try {
    return await retrying(
      async () => {
        const { status } = await send(slot.uploadUrl, { method: slot.method, headers, body: file }, options);
        const failure = `The storage answered with status ${status}.`;
        if (status >= 500) throw new NoAnswerError(failure);
        return status >= 400 ? failure : null;
      },
      { signal: options.signal, attempts: PUT_ATTEMPTS },
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function untilUsable(
  client: Pick<GraphClient, 'watch'>,
  id: string,
  signal?: AbortSignal,
): Promise<Outcome<UsableArtifact>> {
  let artifact: UsableArtifact | undefined;
  for await (const update of client.watch(ArtifactUpdatedDocument, { id }, { signal })) artifact = update.artifact;
  if (artifact?.isUsable) return { kind: 'ok', value: artifact };
  const message = artifact?.errorMessage ?? 'The artifact was not processed to its end.';
  return { kind: 'refused', code: 'UPLOAD_FAILED', message };
}

function typeOf(mediaType: string): ArtifactType {
  if (mediaType.startsWith('video/')) return 'VIDEO';
  return mediaType.startsWith('audio/') ? 'AUDIO' : 'SCRIPT';
}
