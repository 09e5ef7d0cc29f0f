import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

/** These count what the whole process holds (memory, timers, handles), so that each gets a process of its own. */
const COUNTING = [
  'test/upstream/decode.test.ts',
  'test/upstream/memo.test.ts',
  'test/upstream/retry.test.ts',
  'test/upstream/writes-synthesis.test.ts',
  'test/live/watch-long.test.ts',
  'test/live/watch-memory.test.ts',
];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // A test that waits for nothing ends by it; a machine that is three times slower does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The same for what a test polls for: the default is a second.
    expect: { poll: { timeout: 30_000 } },
    // Most tests wait for sockets and timers: with a worker for each core, the cores are idle for half of the time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/run-folder.ts',
    setupFiles: 'test/worker-folder.ts',
    // Node runs the tests as it runs the gateway: no step in between, and one copy of graphql.
    experimental: { viteModuleRunner: false },
    projects: [
      // Importing a module does nothing, and there are no singletons: files may share what is imported, which takes as
      // long as the tests themselves.
      { extends: true, test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: COUNTING } },
      { extends: true, test: { name: 'isolated', include: COUNTING } },
    ],
  },
});
