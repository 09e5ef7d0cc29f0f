/** Redis does not answer, or cannot serve at the moment: the instance is alone until it does. */
export class RedisAwayError extends Error {
  override readonly name: string = 'RedisAwayError';
}

/** The server answers, but has to be set up differently. The message is for the operator. */
export class RedisUnusableError extends RedisAwayError {
  override readonly name = 'RedisUnusableError';
}
