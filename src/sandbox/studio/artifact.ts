import * as z from 'zod';
import type { ArtifactRecord } from '../account-store.ts';
import { type WorkWord, workWordsIn } from '../faults.ts';
import { type Answer, missing, notEnabled, ok, refuse } from '../http/answer.ts';
import { type EndpointRequest, named, param, parsed } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';
import { hashOf } from '../random.ts';
import { secondsFor, toArtifact } from './artifact-status.ts';
import { BUCKET } from './grants.ts';

export const artifactRoutes: readonly Route[] = [
  { api: 'studio', method: 'POST', path: '/api/v1/artifacts/create', body: 'json', handle: create },
  { api: 'studio', method: 'GET', path: '/api/v1/artifacts/{artifactId}', body: 'none', handle: read },
];

const MINUTE_MS = 60_000;
/** How long an artifact stays `created`, and when its processing ends, at speed 1. */
export const ARTIFACT_CREATED_MS = MINUTE_MS / 4;
export const ARTIFACT_WORK_MS = 3 * MINUTE_MS;

const Url = z.url({ protocol: /^https?$/ });
const Fragment = z
  .strictObject({ url: Url.optional(), s3Path: z.string().min(1).optional(), startTime: z.number().min(0) })
  .refine((f) => (f.url === undefined) !== (f.s3Path === undefined), 'exactly one of url, s3Path is required');

const CreateBody = z
  .strictObject({
    name: z.string().min(1),
    type: z.enum(['video', 'audio', 'script']),
    s3Path: z.string().min(1).optional(),
    url: Url.optional(),
    fragments: z.array(Fragment).min(1).optional(),
  })
  .refine(
    (b) => [b.s3Path, b.url, b.fragments].filter((source) => source !== undefined).length === 1,
    'exactly one of s3Path, url, fragments is required',
  )
  .refine((b) => b.fragments === undefined || b.type !== 'script', 'fragments are not supported for type script');
type CreateBody = z.infer<typeof CreateBody>;

function create(call: EndpointRequest): Answer {
  const body = parsed(CreateBody, call);
  for (const source of [body, ...(body.fragments ?? [])]) refuseForeignBucket(call, source.s3Path);
  return named(call, 'create', body.name, () => {
    const number = call.world.nextNumber();
    const id = `${hashOf(`artifact ${number}`).toString(16).padStart(8, '0')}${number.toString(16).padStart(16, '0')}`;
    const artifact = call.account.putArtifact({ id, ...processed(call, body, id) });
    return ok(toArtifact(artifact, call.account, call.world, true));
  });
}

function read(call: EndpointRequest): Answer {
  const artifact = call.account.artifacts.get(param(call, 'artifactId'));
  if (artifact === undefined) return missing();
  return named(call, 'read', artifact.name, () => ok(toArtifact(artifact, call.account, call.world, false)));
}

/** Reading another bucket "requires storage credentials configured for the API key in the dashboard". */
function refuseForeignBucket(call: EndpointRequest, s3Path: string | undefined): void {
  const bucket = /^s3:\/\/([^/]*)/.exec(s3Path ?? '')?.[1];
  if (bucket === undefined || bucket === BUCKET || call.account.features.externalBuckets.includes(bucket)) return;
  refuse(notEnabled(`Storage credentials for the bucket ${bucket} are not configured for this API key`));
}

/** The part of the record that follows from the request. */
function processed(call: EndpointRequest, body: CreateBody, id: string): Omit<Partial<ArtifactRecord>, 'id'> {
  const words = workWordsIn(body.name);
  const own = ownPath(body.s3Path);
  const sources = body.fragments ?? [body];
  const media = sources.map(({ url, s3Path }) => mediaOf(url ?? s3Path ?? ''));
  const isUnreachable = media.some((medium) => medium.isUnreachable);
  const fails = isUnreachable || words.has('fail') || words.has('fail-upload');
  return {
    name: body.name,
    type: body.type,
    uploadMethod: body.fragments === undefined ? 'direct_url' : 'fragments',
    s3Path: own ?? `media/${id}/${body.type}`,
    size: media.reduce((sum, medium) => sum + medium.size, 0),
    duration: media.reduce((sum, medium) => sum + medium.seconds, 0),
    characters: media[0]?.characters ?? 0,
    awaitsUpload: own !== null,
    createdMs: ARTIFACT_CREATED_MS,
    work: {
      startedAt: call.world.clock.now(),
      workMs: ARTIFACT_WORK_MS * (words.has('slow') ? 10 : 1),
      fate: words.has('stuck') ? 'never-ends' : fails ? 'fails' : 'succeeds',
      repeatEveryMs: null,
    },
    errorMessage: isUnreachable ? 'The file could not be downloaded' : 'The codec of the file is not supported',
    overrides: oddities(words),
  };
}

/** The path in the service's own bucket, where a client has to have put the file; null for another place. */
function ownPath(s3Path: string | undefined): string | null {
  if (s3Path === undefined) return null;
  if (s3Path.startsWith(`s3://${BUCKET}/`)) return s3Path.slice(`s3://${BUCKET}/`.length);
  return s3Path.startsWith('s3://') ? null : s3Path;
}

/** A simulated file: `?bytes=`, `?seconds=` and `?characters=` in its address, otherwise derived from the address. */
function mediaOf(address: string): { size: number; seconds: number; characters: number; isUnreachable: boolean } {
  const url = URL.parse(address);
  const parameter = (name: string): number | null => {
    const value = Number(url?.searchParams.get(name) ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const size = parameter('bytes') ?? 1_000_000 + (hashOf(address) % 200_000_000);
  return {
    size,
    seconds: parameter('seconds') ?? secondsFor(size),
    characters: parameter('characters') ?? 500 + (hashOf(address) % 4500),
    isUnreachable: url?.hostname.endsWith('.invalid') ?? false,
  };
}

function oddities(words: ReadonlySet<WorkWord>): ArtifactRecord['overrides'] {
  return {
    ...(words.has('malformed') ? { status: undefined, size: '12 MB' } : {}),
    ...(words.has('unknown-words') ? { status: 'quarantined', type: 'hologram', uploadMethod: 'courier' } : {}),
  };
}
