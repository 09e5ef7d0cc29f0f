import { createElement, type ReactElement, type ReactNode } from 'react';
import { Provider } from 'urql';
import { DubbingContext, useViewerKey } from '../react/context.ts';
import type { UrqlPage } from './urql-page.ts';

export interface DubbingProviderProps {
  readonly page: UrqlPage;
  readonly children?: ReactNode;
}

/** Gives the components inside of it the hooks of the kit, and those of urql. */
export function DubbingProvider({ page, children }: DubbingProviderProps): ReactElement {
  const key = useViewerKey(page);
  return createElement(
    DubbingContext.Provider,
    { value: page, key },
    createElement(Provider, { value: page.client }, children),
  );
}
