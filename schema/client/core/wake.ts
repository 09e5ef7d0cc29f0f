interface WakeListeners {
  /** The page is seen again, or the network is back. */
  wake(): void;
  offline(): void;
}

/** Where this is no browser, there is nothing to listen to. */
type Target = Partial<Pick<EventTarget, 'addEventListener'>>;

/** Returns a function that ends it. */
export function onWake({ wake, offline }: WakeListeners): () => void {
  const page = globalThis as Target & { readonly document?: Target & { readonly visibilityState?: string } };
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') wake();
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  page.addEventListener?.('online', wake, { signal });
  page.addEventListener?.('offline', offline, { signal });
  page.addEventListener?.('pageshow', wake, { signal });
  page.document?.addEventListener?.('visibilitychange', onVisible, { signal });
  return () => leaving.abort();
}
