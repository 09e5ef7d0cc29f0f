/** How much of their full volume the volume tests have: a tenth in `npm test`, all of it in `npm run test:long`. */
const RUNS = process.env['TEST_RUNS'] === 'full' ? 1 : 0.1;

/** How often a volume test repeats something, whose full volume is `full`. */
export const runs = (full: number): number => Math.ceil(full * RUNS);
