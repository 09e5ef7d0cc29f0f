import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';

export type Random = () => number;

/** The ids of things that there are, by the beginning of a field's name. */
export type Ids = Readonly<Record<string, readonly string[]>>;

const MAX_FIELDS = [5, 30, 150, 600];
const MAX_DEPTH = [2, 5, 8, 11];

/** A valid query or subscription, whose cost is anything from nothing to far beyond the limits. */
export function anyValidOperation(schema: GraphQLSchema, random: Random, ids: Ids): string {
  return new OperationWriter(schema, random, ids).write();
}

class OperationWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #depth: number;
  /** How many fields may still be written. */
  #left: number;
  #aliases = 0;

  constructor(schema: GraphQLSchema, random: Random, ids: Ids) {
    this.#schema = schema;
    this.#random = random;
    this.#ids = ids;
    this.#depth = this.#pick(MAX_DEPTH);
    this.#left = this.#pick(MAX_FIELDS);
  }

  write(): string {
    const isSubscription = this.#random() < 0.2;
    const root = this.#schema.getRootType(isSubscription ? OperationTypeNode.SUBSCRIPTION : OperationTypeNode.QUERY);
    if (!isObjectType(root)) return '{ __typename }';
    if (isSubscription)
      return `subscription { ${this.#field(this.#pick(Object.values(root.getFields())), 0) ?? '__typename'} }`;
    return `query { ${this.#selections(root, 0)} }`;
  }

  #selections(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const possible = this.#pick(this.#schema.getPossibleTypes(type));
      return `__typename ... on ${possible.name} { ${this.#selections(possible, depth)} }`;
    }
    if (!isObjectType(type)) return '__typename';
    const fields = Object.values(type.getFields());
    const count = 1 + Math.floor(this.#random() * this.#pick([2, 6, 20]));
    const parts: string[] = [];
    while (parts.length < count && this.#left > 0) {
      const part = this.#field(this.#pick(fields), depth);
      if (part !== null) parts.push(part);
    }
    return parts.join(' ') || '__typename';
  }

  /** Null where it cannot be asked for. */
  #field({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string | null {
    this.#left -= 1;
    const below = getNamedType(type);
    if (!isLeafType(below) && depth >= this.#depth) return null;
    const given = args.flatMap((argument) => {
      const isRequired = isNonNullType(argument.type) && argument.defaultValue === undefined;
      const value = isRequired || this.#random() < 0.4 ? this.#value(name, argument.name, argument.type) : null;
      if (value === null && isRequired) return [null];
      return value === null ? [] : [`${argument.name}: ${value}`];
    });
    if (given.includes(null)) return null;
    this.#aliases += 1;
    const head = `a${this.#aliases}: ${name}${given.length === 0 ? '' : `(${given.join(', ')})`}`;
    return isLeafType(below) ? head : `${head} { ${this.#selections(below, depth + 1)} }`;
  }

  #value(field: string, argument: string, type: GraphQLInputType): string | null {
    const idOf = Object.entries(this.#ids).find(([prefix]) => field.startsWith(prefix))?.[1];
    if (argument === 'id') return idOf === undefined ? null : JSON.stringify(this.#pick(idOf));
    if (argument === 'ids') {
      const all = this.#ids['nodes'] ?? [];
      return JSON.stringify(Array.from({ length: this.#pick([1, 20, 200]) }, () => this.#pick(all)));
    }
    if (argument === 'first') return String(this.#pick([1, 50, 500]));
    if (argument === 'code') return JSON.stringify(this.#pick(this.#ids['language'] ?? ['en-US']));
    if (argument === 'in')
      return JSON.stringify(this.#pick(['en', 'fr', 'ja', `en-x-${Math.floor(this.#random() * 99)}`]));
    if (argument === 'heartbeatSeconds') return '10';
    const named = getNamedType(type);
    if (isInputObjectType(named) || isListType(type)) return null;
    if (named.name === 'Boolean') return String(this.#random() < 0.5);
    return null;
  }

  #pick<Thing>(things: readonly Thing[]): Thing {
    return things[Math.floor(this.#random() * things.length)] as Thing;
  }
}
