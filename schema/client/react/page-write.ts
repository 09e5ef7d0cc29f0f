import type { GraphDocument, Result } from '../core/document.ts';
import type { SendOptions } from '../core/send.ts';
import { Writer } from '../core/writer.ts';
import { afterWrite } from './after-write.ts';
import type { DubbingPage } from './context.ts';
import { KeptKeys } from './kept-keys.ts';
import type { PageStreams } from './page-streams.ts';

/** Sends a mutation through the client of a page. */
export type Mutate = <Data, Variables>(
  document: GraphDocument<Data, Variables>,
  variables: Variables,
  options: SendOptions,
) => Promise<Result<Data>>;

/** The write of a page: its outcome, and its consequences for the streams and the cache. */
export function createPageWrite(
  streams: PageStreams,
  mutate: Mutate,
  evict: (id: string) => void = () => undefined,
): DubbingPage['write'] {
  const writer = new Writer(new KeptKeys());
  return async (document, variables, options = {}) => {
    const outcome = await writer.write(document, variables, (sent, content) => mutate(sent, content, options));
    afterWrite(outcome, streams, evict);
    return outcome;
  };
}
