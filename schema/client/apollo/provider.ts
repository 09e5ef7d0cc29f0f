import { ApolloProvider } from '@apollo/client/react';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { DubbingContext, useViewerKey } from '../react/context.ts';
import type { ApolloPage } from './apollo-page.ts';

export interface DubbingProviderProps {
  readonly page: ApolloPage;
  readonly children?: ReactNode;
}

/** Gives the components inside of it the hooks of the kit, and those of Apollo. */
export function DubbingProvider({ page, children }: DubbingProviderProps): ReactElement {
  const key = useViewerKey(page);
  return createElement(
    DubbingContext.Provider,
    { value: page, key },
    createElement(ApolloProvider, { client: page.client, children }),
  );
}
