/** The part of a caller's identity that a page may show. */
export interface ViewerProfile {
  /** The name of the token in AUTH_TOKENS_FILE, or that by the claims of a signed one; null if it has none. */
  readonly name: string | null;
  /** The name of the account; null if the token is an API key of the service. */
  readonly account: string | null;
  readonly scopes: readonly string[];
  /** RFC 3339. Null for a token that does not expire. */
  readonly expiresAt: string | null;
}
