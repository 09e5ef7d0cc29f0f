import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    // One copy of graphql: vitest would load an ESM copy beside the packages' CommonJS one, and
    // `instanceof` of one fails on the other ("from another module or realm").
    server: { deps: { inline: [/graphql/, /@pothos/, /@envelop/] } },
  },
});
