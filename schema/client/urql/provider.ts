import { createElement, type ReactElement, type ReactNode } from 'react';
import { Provider } from 'urql';
import { DubbingContext } from '../react/context.ts';
import type { UrqlPage } from './urql-page.ts';

export interface DubbingProviderProps {
  readonly page: UrqlPage;
  readonly children?: ReactNode;
}

/** Gives the components inside of it the hooks of the kit, and those of urql. */
export function DubbingProvider({ page, children }: DubbingProviderProps): ReactElement {
  return createElement(
    DubbingContext.Provider,
    { value: page },
    createElement(Provider, { value: page.client }, children),
  );
}
