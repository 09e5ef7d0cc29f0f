import type { FieldNode } from 'graphql';
import { type GraphQLError, locatedError } from 'graphql';
import type { FieldPlan } from './plan.ts';

/** A place in the answer. Two places are the same only if they are the identical object. */
export interface Place {
  readonly prev: Place | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

export function placeOf({ name, parentType }: FieldPlan, parent: Place | undefined): Place {
  return { prev: parent, key: name, typename: parentType.name };
}

/** The errors of an execution, in the order in which they are found. */
export class FieldErrors {
  readonly errors: GraphQLError[] = [];
  /** Places that an error has made null; undefined is the whole answer. */
  #nulled: Set<Place | undefined> | null = null;

  /** An error below a place that is null already is not reported (GraphQL specification, 6.4.4). */
  add(error: GraphQLError, place: Place | undefined): void {
    if (this.#isNulled(place)) return;
    this.#nulled ??= new Set();
    this.#nulled.add(place);
    this.errors.push(error);
  }

  #isNulled(start: Place | undefined): boolean {
    const nulled = this.#nulled;
    if (nulled === null) return false;
    for (let place = start; place !== undefined; place = place.prev) if (nulled.has(place)) return true;
    return nulled.has(undefined);
  }
}

export function locate(thrown: unknown, nodes: readonly FieldNode[], place: Place): GraphQLError {
  return locatedError(thrown, nodes, pathOf(place));
}

function pathOf(place: Place): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}
