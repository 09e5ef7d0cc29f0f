import type { Viewer } from './viewer.ts';

/**
 * Identifies the caller, on every transport.
 * @throws UnauthenticatedError without a token or with an unknown one; the message names what is needed, and not why a
 * token is rejected, except that it has expired. ForbiddenError for a token without an account here.
 */
export type AuthenticateViewer = (credentials: {
  readonly authorization?: string | undefined;
}) => Viewer | Promise<Viewer>;

/** One mode of authentication. Disposing of it ends its background work, such as watching a file. */
export interface Authentication extends Disposable {
  readonly authenticate: AuthenticateViewer;
}
