import { z } from 'zod';
import type { Artifact, Party } from '../../domain/artifact/artifact.ts';
import { pathTo } from '../http/address.ts';
import {
  id,
  type Lenient,
  lenient,
  lenientAs,
  needed,
  seconds,
  settle,
  settleChecked,
  settleNumber,
  settleTexts,
  text,
  verbatim,
  words,
} from '../reading/lenient.ts';
import { readSize } from '../reading/numbers.ts';
import type { Endpoint, Reader } from '../reading/reader.ts';
import { type AnswerReader, type Note, readAs } from '../reading/reading.ts';
import type { Service } from '../service.ts';

/** `name` comes on creation only (INTERFACE.md, "Artifact"). */
const party = lenientAs(z.object({ id, name: text }));

/** A name that cannot be read costs itself, not the party. */
function settleParty(wire: Lenient<{ id: string; name: Lenient<string> }>, at: string, note: Note): Party | null {
  const party = settle(wire, at, note);
  if (party === null) return null;
  return { id: party.id, ...settleTexts(party, { name: 'name' }, note, `${at}.`) };
}

const answer = z.object({
  id,
  status: needed,
  name: text,
  type: text,
  uploadMethod: text,
  size: lenient(readSize),
  duration: seconds,
  errorMessage: words,
  s3Path: verbatim,
  s3Bucket: text,
  company: party,
  createdBy: party,
  createdAt: text,
  updatedAt: text,
});

const TEXTS = {
  name: 'name',
  rawType: 'type',
  rawUploadMethod: 'uploadMethod',
  errorMessage: 'errorMessage',
  s3Path: 's3Path',
  s3Bucket: 's3Bucket',
} as const;

const created = answer.extend({ status: text });

const readArtifact: AnswerReader<Artifact> = (json, note) => toArtifact(readAs(answer, json), note);

/** "The artifact object with status `created`": the record is there, whatever of it cannot be read but its id. */
export const readCreatedArtifact: AnswerReader<Artifact> = (json, note) => {
  const wire = readAs(created, json);
  return toArtifact({ ...wire, status: settle(wire.status, 'status', note) ?? 'created' }, note);
};

function toArtifact(wire: z.output<typeof answer>, note: Note): Artifact {
  return {
    kind: 'Artifact',
    artifactId: wire.id,
    rawStatus: wire.status,
    ...settleTexts(wire, TEXTS, note),
    sizeBytes: settleNumber(wire.size, 'size', note),
    durationSeconds: settleNumber(wire.duration, 'duration', note),
    company: settleParty(wire.company, 'company', note),
    createdBy: settleParty(wire.createdBy, 'createdBy', note),
    createdAt: settleChecked(wire.createdAt, 'createdAt', note),
    updatedAt: settleChecked(wire.updatedAt, 'updatedAt', note),
  };
}

const endpoint: Endpoint<string, Artifact> = {
  name: 'GET /api/v1/artifacts/{artifactId}',
  // Under `create` stands the presigned upload (INTERFACE.md, "GET /api/v1/artifacts/{artifactId}"), so no artifact can
  // have it for its id.
  path: (artifactId) => (artifactId === 'create' ? null : pathTo`/api/v1/artifacts/${artifactId}`),
  read: readArtifact,
};

export function createArtifacts(reader: Reader): Service['artifacts'] {
  return { read: reader(endpoint) };
}
