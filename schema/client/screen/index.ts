export { type Estimate, estimateOf } from './estimate.ts';
export { codeOf, messagesOf } from './read-error.ts';
