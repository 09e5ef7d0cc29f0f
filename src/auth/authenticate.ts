import type { Viewer } from './viewer.ts';

/**
 * Finds out who asks, on every transport.
 * @throws UnauthenticatedError if nobody is told, or nobody that is known; it tells what is needed, and nothing of why a
 *   token is not accepted, except that it was once. ForbiddenError for one who has no account here.
 */
export type AuthenticateViewer = (credentials: {
  readonly authorization?: string | undefined;
}) => Viewer | Promise<Viewer>;

/** One way of finding out. Disposing of it ends what it does besides, such as watching a file. */
export interface Authentication extends Disposable {
  readonly authenticate: AuthenticateViewer;
}
