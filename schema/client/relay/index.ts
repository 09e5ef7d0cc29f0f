export * from '../core/index.ts';
export * from '../react/index.ts';
export { createDubbingEnvironment } from './environment.ts';
export { DubbingProvider, type DubbingProviderProps } from './provider.ts';
export { createRelayPage, type RelayPage } from './relay-page.ts';
export { useProjects } from './use-projects.ts';
