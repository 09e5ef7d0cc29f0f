import type { RequestOptions } from '../upstream/request-options.ts';
import type { PostCall } from '../upstream/writes.ts';
import type { ServiceParts } from './service-parts.ts';
import type { CallersKey } from './services.ts';

/** Executes a write. Its consequences follow also after a failure. */
export async function write<T>(ask: Promise<T>, consequences: () => void): Promise<T> {
  try {
    return await ask;
  } finally {
    consequences();
  }
}

/** One key for all tries of a call: the caller's, unchanged, or a new one. */
export function post({ call, newIdempotencyKey }: PostParts, key: CallersKey): PostCall {
  return { ...call, idempotencyKey: key ?? newIdempotencyKey() };
}

type PostParts = Pick<ServiceParts, 'newIdempotencyKey'> & { readonly call: RequestOptions };
