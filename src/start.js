/*
 * What `npm start` runs, and the one file that is not TypeScript. With the compile cache on before the first of the others
 * is loaded, none of them has to be stripped of its types from the second start on, and what does that (18 MB of it)
 * is not even loaded.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./main.ts');
