import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Collects all garbage: twice, since a collection that is under way already keeps whatever was alive when it began. */
export function collectGarbage(): void {
  collect();
  collect();
}
