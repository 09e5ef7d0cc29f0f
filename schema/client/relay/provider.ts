import { createElement, type ReactElement, type ReactNode } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { DubbingContext, useViewerKey } from '../react/context.ts';
import type { RelayPage } from './relay-page.ts';

export interface DubbingProviderProps {
  readonly page: RelayPage;
  readonly children?: ReactNode;
}

/** Gives the components inside of it the hooks of the kit, and those of Relay. */
export function DubbingProvider({ page, children }: DubbingProviderProps): ReactElement {
  const key = useViewerKey(page);
  const { environment } = page;
  return createElement(
    DubbingContext.Provider,
    { value: page, key },
    createElement(RelayEnvironmentProvider, { environment, children }),
  );
}
