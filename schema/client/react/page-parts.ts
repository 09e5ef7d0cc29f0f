import type { Dubbing } from '../core/dubbing.ts';
import { forgetKeys } from './kept-keys.ts';
import type { PageStreams } from './page-streams.ts';

/**
 * The parts of a page that belong to one viewer, such as its cache. They are created anew once `reconnect` has found another.
 * @param repeat called at each `reconnect` of the same viewer
 */
export function partsOfViewer<Parts extends { readonly streams: PageStreams }>(
  { session }: Pick<Dubbing, 'session'>,
  create: () => Parts,
  repeat: (parts: Parts) => void = () => undefined,
): () => Parts {
  let viewer = session.get();
  let parts: Parts | null = null;
  session.subscribe(() => {
    if (session.get() === viewer) {
      if (parts) repeat(parts);
      return;
    }
    viewer = session.get();
    parts?.streams.close();
    forgetKeys();
    parts = null;
  });
  return () => {
    parts ??= create();
    return parts;
  };
}
