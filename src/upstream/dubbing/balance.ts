import { z } from 'zod';
import type { Balance } from '../../domain/balance.ts';
import { decimal } from '../reading/numbers.ts';
import { always, type Endpoint, type Reader } from '../reading/reader.ts';
import { readAs } from '../reading/reading.ts';
import type { Service } from '../service.ts';

const answer = z
  .object({ balance_minutes: decimal })
  .transform(({ balance_minutes }): Balance => ({ minutes: balance_minutes }));

const endpoint: Endpoint<null, Balance> = {
  name: 'GET /api/v1/balance',
  path: () => '/api/v1/balance',
  read: (json) => readAs(answer, json),
};

export function createBalance(reader: Reader): Service['balance'] {
  return { read: always(reader, endpoint) };
}
