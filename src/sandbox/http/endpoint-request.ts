import type * as z from 'zod';
import type { AccountStore } from '../account-store.ts';
import type { SimulatedCatalogue } from '../catalogue.ts';
import type { SandboxClock } from '../clock.ts';
import { type Occasion, underItsName } from '../faults.ts';
import type { Grants } from '../studio/grants.ts';
import type { WorkSpeed } from '../work.ts';
import { type Answer, accessDenied, invalidAnswer, refuse } from './answer.ts';
import type { Form } from './form.ts';

/** All that the endpoints share. */
export interface World {
  readonly clock: SandboxClock;
  readonly speed: number;
  readonly seed: number;
  readonly catalogue: SimulatedCatalogue;
  readonly accounts: ReadonlyMap<string, AccountStore>;
  readonly grants: Grants;
  /** Known once the servers listen. */
  readonly urls: { dubbing: string; studio: string };
  /** `once-` words that have had their turn. */
  readonly usedWords: Set<string>;
  /** A number never given before, for a new id. */
  nextNumber(): number;
}

/** One request to one endpoint, after authentication. */
export interface EndpointRequest {
  readonly world: World;
  readonly account: AccountStore;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly form: Form | null;
}

export function paceOf(world: World): WorkSpeed {
  return { now: world.clock.now(), speed: world.speed };
}

/** A parameter of the route's path. */
export function param(call: EndpointRequest, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
  return value;
}

/** The body by its schema; refuses with every fault in one message. */
export function parsed<T>(schema: z.ZodType<T>, call: EndpointRequest): T {
  const result = schema.safeParse(call.body);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return refuse(invalidAnswer(faults.join('; ')));
}

/** Work on a named thing, which its name may spoil. */
export function named(call: EndpointRequest, occasion: Occasion, name: string, work: () => Answer): Answer {
  return underItsName(call.world.usedWords, occasion, `${call.account.number} ${name}`, work);
}

/** Answers that a thing is missing, or, if another account has it, that access to it is denied. */
export function absent(call: EndpointRequest, isIn: (account: AccountStore) => boolean, missing: Answer): never {
  return refuse([...call.world.accounts.values()].some(isIn) ? accessDenied() : missing);
}
