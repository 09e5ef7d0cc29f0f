interface WakeListeners {
  /** The page is seen again, or the network is back. */
  wake(): void;
  offline(): void;
}

/** Where this is no browser, there is nothing to listen to. */
type Target = Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Returns a function that ends it. */
export function onWake({ wake, offline }: WakeListeners): () => void {
  const page = globalThis as Target & { readonly document?: Target & { readonly visibilityState?: string } };
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') wake();
  };
  const entries = [
    [page, 'online', wake],
    [page, 'offline', offline],
    [page, 'pageshow', wake],
    [page.document, 'visibilitychange', onVisible],
  ] as const;
  for (const [target, type, listener] of entries) target?.addEventListener?.(type, listener);
  return () => {
    for (const [target, type, listener] of entries) target?.removeEventListener?.(type, listener);
  };
}
