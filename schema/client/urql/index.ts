export * from '../core/index.ts';
export * from '../react/index.ts';
export { createDubbingExchange } from './dubbing-exchange.ts';
export { DubbingProvider, type DubbingProviderProps } from './provider.ts';
export { createDubbingCache, createUrqlPage, type UrqlPage } from './urql-page.ts';
export { useProjects } from './use-projects.ts';
