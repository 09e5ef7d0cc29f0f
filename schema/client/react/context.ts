import { createContext, useContext, useSyncExternalStore } from 'react';
import type { GraphDocument } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import type { Outcome, PayloadOf } from '../core/outcome.ts';
import type { SendOptions } from '../core/send.ts';
import type { PageStreams } from './page-streams.ts';

/** Everything that the hooks need. */
export interface DubbingPage {
  readonly dubbing: Dubbing;
  readonly streams: PageStreams;
  /** Carries out a mutation through the client of the page, so that its cache has the result. */
  write<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Outcome<PayloadOf<Data>>>;
}

export const DubbingContext = createContext<DubbingPage | null>(null);

export function useDubbing(): DubbingPage {
  const page = useContext(DubbingContext);
  if (page === null) throw new Error('This component is not inside of a DubbingProvider.');
  return page;
}

/** The number of the viewer: with it as the key, all components are mounted anew for another one, and nothing of the earlier one stays. */
export function useViewerKey({ dubbing: { session } }: DubbingPage): number {
  return useSyncExternalStore(session.subscribe, session.get, session.get);
}
