export * from '../core/index.ts';
export * from '../react/index.ts';
export { type ApolloPage, createApolloPage, createDubbingCache } from './apollo-page.ts';
export { createDubbingLink } from './dubbing-link.ts';
export { DubbingProvider, type DubbingProviderProps } from './provider.ts';
export { useProjects } from './use-projects.ts';
