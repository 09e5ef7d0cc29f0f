import { expect, it } from 'vitest';
import { decodeFailure, encodeFailure } from '../../../src/cluster/watches/failure-codec.ts';
import {
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  RejectedError,
  ServiceKeyRejectedError,
  UnauthenticatedError,
  UpstreamMalformedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../src/errors.ts';

it.each([
  new RateLimitedError(7),
  new ForbiddenError('no'),
  new NotFoundError('no such thing'),
  new RejectedError('bad'),
  new ServiceKeyRejectedError(),
  new UnauthenticatedError('who?'),
  new UpstreamMalformedError('x'),
  new UpstreamTimeoutError(),
  new UpstreamUnavailableError(),
])('a failure has the same code and words on another instance: $name', (error) => {
  const { code, message, extensions } = decodeFailure(JSON.parse(JSON.stringify(encodeFailure(error))));
  expect({ code, message, extensions }).toEqual({
    code: error.code,
    message: error.message,
    extensions: error.extensions,
  });
});

it('a failure that is none of the gateway’s is an unavailable service, and its words stay here', () => {
  const record = encodeFailure(new TypeError('secret'));
  expect(decodeFailure(record)).toBeInstanceOf(UpstreamUnavailableError);
  expect(JSON.stringify(record)).not.toContain('secret');
});
