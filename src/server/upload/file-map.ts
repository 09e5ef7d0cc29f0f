import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { isObject } from '../request/params.ts';

/** The places of an operation that the files of a request are the values of, by the name of their part. */
export type FileMap = ReadonlyMap<string, FilePlace>;

/** Puts a file where the operation has null. */
type FilePlace = (file: object) => void;

/** Reference audio for one text: the service names no number, a voice is learnt from a few. */
export const MOST_FILES = 10;

/**
 * Reads the `map` of a multipart request against its variables, which become those with the files in them.
 *
 * One thing that the specification allows is not taken: a file for several places.
 * @param variables that belong to this request alone
 * @throws RefusedRequestError
 */
export function readFileMap(map: unknown, variables: unknown): FileMap {
  if (!isObject(map)) throw refused('must be a JSON object');
  const entries = Object.entries(map);
  if (entries.length > MOST_FILES) throw refused(`may have at most ${MOST_FILES} files`);
  const taken = new Set<string>();
  return new Map(
    entries.map(([name, paths]) => {
      const path = onlyPath(paths);
      if (taken.has(path)) throw refused('maps two files to the same path');
      taken.add(path);
      return [name, findPlace(variables, path)];
    }),
  );
}

function onlyPath(paths: unknown): string {
  const [path, ...others] = Array.isArray(paths) ? paths : [];
  if (typeof path !== 'string' || others.length > 0) throw refused('must map each file to a list with one path');
  return path;
}

/** @param path such as "variables.input.referenceAudio.0" */
function findPlace(variables: unknown, path: string): FilePlace {
  const [root, ...keys] = path.split('.');
  const last = keys.pop();
  if (root !== 'variables' || last === undefined) throw refused('may only map to paths in the variables');
  let within: unknown = variables;
  for (const key of keys) within = valueAt(within, key);
  if (valueAt(within, last) !== null) throw refused('must map to paths that are null in "operations"');
  return (file) => {
    if (Array.isArray(within)) within[Number(last)] = file;
    else if (isObject(within)) within[last] = file;
  };
}

/** Only what the caller wrote itself is ever found, so that nothing else can be written to. */
function valueAt(within: unknown, key: string): unknown {
  if (Array.isArray(within)) return INDEX.test(key) ? within[Number(key)] : undefined;
  return isObject(within) && Object.hasOwn(within, key) && !OF_PROTOTYPES.has(key) ? within[key] : undefined;
}

const INDEX = /^(0|[1-9]\d{0,8})$/;
const OF_PROTOTYPES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The fault is reported, without the caller's text. */
const refused = (fault: string) => new RefusedRequestError(400, `The field "map" ${fault}.`);
