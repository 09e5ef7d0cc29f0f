/** How much of their full volume the volume tests have: a tenth in `npm test`, all of it in `npm run test:long`. */
/** In `npm run test:long`. */
export const hasFullVolume = process.env['TEST_RUNS'] === 'full';
const RUNS = hasFullVolume ? 1 : 0.1;

/** How often a volume test repeats something, whose full volume is `full`. */
export const runs = (full: number): number => Math.ceil(full * RUNS);
