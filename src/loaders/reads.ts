import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../domain/dubbing-project/projects-by-id.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Service } from '../upstream/service.ts';
import { indexVoices } from './voice-catalogue.ts';

/**
 * Everything that the gateway reads of the service, one line each. All that stands between a resolver and an endpoint
 * follows from this table: what an account remembers (`account-reads.ts`), what an operation asks for once
 * (`create-loaders.ts`), what is recorded of a query (`read-set.ts`) and what an event need not ask for
 * (`event-loaders.ts`). To add a read, add a line here and an endpoint in `src/upstream`.
 */
export const READS = {
  balance: single((service) => service.balance.read),
  dubbingProjectList: single((service) => service.dubbingProjects.list),
  /** With its details, from its own address. */
  dubbingProject: keyed((service) => service.dubbingProjects.read, idAddress),
  /** Without its details, as far as the operation does not load them anyway. */
  listedDubbingProject: derived(readListedProject, idAddress),
  artifact: keyed((service) => service.artifacts.read, idAddress),
  videoDetails: keyed((service) => service.videos.read, videoAddress),
  videoProgress: keyed((service) => service.videos.readProgress, videoAddress),
  options: catalogue((service) => service.options.read),
  voices: catalogue((service) => (options) => service.voices.read(options).then(indexVoices)),
};

export type Reads = typeof READS;
export type ReadName = keyof Reads;

/** Asks the service; rejects with an error of `errors.ts`, or with the reason of the options' signal. */
type Ask<T> = (options: RequestOptions) => Promise<T>;
type AskByKey<Key, T> = (key: Key, options: RequestOptions) => Promise<T | null>;

/** A resource that an account has one of. Its answers are remembered for a moment. */
export interface SingleRead<T extends object> {
  readonly kind: 'single';
  readonly askOf: (service: Service) => Ask<T>;
}

/** Resources of one kind, each asked for by its key; null where there is none. Remembered for a moment. */
export interface KeyedRead<Key, T extends object> {
  readonly kind: 'keyed';
  readonly askOf: (service: Service) => AskByKey<Key, T>;
  /** The key as text, equal for equal keys. */
  readonly address: (key: Key) => string;
}

/** Reference data that changes rarely. Remembered for long, and refreshed in the background. */
export interface CatalogueRead<T extends object> {
  readonly kind: 'catalogue';
  readonly askOf: (service: Service) => Ask<T>;
}

/** A read that is made of other reads of the same operation. */
export interface DerivedRead<Key, T extends object> {
  readonly kind: 'derived';
  readonly read: (key: Key, operation: OperationReads) => Promise<T | null>;
  readonly address: (key: Key) => string;
}

/** The key of a read, as arguments: none where an account has one of the resource. */
export type KeyArguments<Name extends ReadName> =
  Reads[Name] extends KeyedRead<infer Key, object>
    ? [key: Key]
    : Reads[Name] extends DerivedRead<infer Key, object>
      ? [key: Key]
      : [];

/** The result of a read. */
export type ValueOf<Name extends ReadName> =
  Reads[Name] extends SingleRead<infer T>
    ? T
    : Reads[Name] extends CatalogueRead<infer T>
      ? T
      : Reads[Name] extends KeyedRead<never, infer T>
        ? T | null
        : Reads[Name] extends DerivedRead<never, infer T>
          ? T | null
          : never;

/** The reads of one operation, as a derived read sees them. */
export interface OperationReads {
  load<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): Promise<ValueOf<Name>>;
  /** Whether the operation has asked for it already. */
  hasAsked<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): boolean;
}

/** "There is no such thing" is an answer too, and remembered like one. */
export interface Lookup<T> {
  readonly found: T | null;
  /** Nothing is found since a write of the account has deleted it: that proves it. */
  readonly isCertain?: true;
}

/** The key of a resource that an account has one of. */
export const ONLY = '';

/** The key of a read as text, equal for equal keys of that read. */
export function addressOf<Name extends ReadName>(name: Name, ...[key]: KeyArguments<Name>): string {
  const read = READS[name];
  return 'address' in read ? read.address(key as never) : ONLY;
}

/** A control character cannot be part of an id that is sent. */
export function videoAddress({ projectId, videoId }: VideoKey): string {
  return `${projectId}\0${videoId}`;
}

function idAddress(id: string): string {
  return id;
}

function single<T extends object>(askOf: SingleRead<T>['askOf']): SingleRead<T> {
  return { kind: 'single', askOf };
}

function keyed<Key, T extends object>(
  askOf: KeyedRead<Key, T>['askOf'],
  address: (key: Key) => string,
): KeyedRead<Key, T> {
  return { kind: 'keyed', askOf, address };
}

function catalogue<T extends object>(askOf: CatalogueRead<T>['askOf']): CatalogueRead<T> {
  return { kind: 'catalogue', askOf };
}

function derived<Key, T extends object>(
  read: (key: Key, operation: OperationReads) => Promise<T | null>,
  address: (key: Key) => string,
): DerivedRead<Key, T> {
  return { kind: 'derived', read, address };
}

/**
 * Out of the list, which many projects share. A project that the operation loads with its details is not looked up, and
 * one that the list lacks is asked for before it counts as absent: it may be newer than the list.
 */
async function readListedProject(projectId: string, operation: OperationReads): Promise<DubbingProject | null> {
  if (operation.hasAsked('dubbingProject', projectId)) return operation.load('dubbingProject', projectId);
  const list = await operation.load('dubbingProjectList');
  return projectsById(list).get(projectId) ?? operation.load('dubbingProject', projectId);
}
