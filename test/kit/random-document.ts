import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';

/** Gives numbers from 0 to 1, the same ones for the same seed. (Mulberry32.) */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A document that is out to hurt: of some taste that the seed decides on, such as many fragments that spread each other
 * (in a circle or not), the same few fields again and again, or lists within lists. Most of what it asks for is in the
 * graph, so that the rules have to look at it closely; some is not.
 */
export function randomDocument(schema: GraphQLSchema, seed: number): string {
  return new Writer(schema, createRandom(seed)).write();
}

const SCALARS = [
  '1',
  '-0',
  '"a"',
  '"\\u00e9\\n"',
  '"""\n  a\n b\n"""',
  'true',
  'null',
  'ENUM',
  '$v',
  '$nothing',
  '1e400',
];
const DIRECTIVES = [
  '@skip(if: $b)',
  '@include(if: true)',
  '@skip(if: false) @skip(if: false)',
  '@nothing(x: [1])',
  '@defer',
];
const SEPARATORS = [' ', '\n', ',', '\t', ' #\n', '\ufeff'];

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #random: () => number;
  readonly #types: readonly GraphQLNamedType[];
  readonly #fragments: readonly { readonly name: string; readonly type: GraphQLNamedType }[];
  readonly #taste: Readonly<Record<'spread' | 'inline' | 'alias' | 'argument' | 'directive' | 'unknown', number>>;
  readonly #depth: number;
  readonly #width: number;
  /** The number of names from which fields and aliases are chosen. */
  readonly #names: number;
  readonly #isCircular: boolean;
  readonly #separator: string;
  /** How many selections may still be written. */
  #left: number;

  constructor(schema: GraphQLSchema, random: () => number) {
    this.#schema = schema;
    this.#random = random;
    this.#types = Object.values(schema.getTypeMap()).filter(
      (type) => isCompositeType(type) && (!isIntrospectionType(type) || random() < 0.2),
    );
    const one = this.#pick(this.#types);
    const isOfOneType = this.#chance(0.6);
    this.#fragments = Array.from({ length: this.#pick([0, 1, 3, 20, 60, 100, 110]) }, (_, index) => ({
      name: index === 7 ? '__schema' : `F${index}`,
      type: isOfOneType ? one : this.#pick(this.#types),
    }));
    this.#taste = {
      spread: this.#fragments.length > 0 ? random() : 0,
      inline: random() * 0.3,
      alias: random() * 0.3,
      argument: random(),
      directive: random() * 0.1,
      unknown: this.#chance(0.3) ? 0.05 : 0,
    };
    this.#depth = 1 + this.#below(this.#pick([3, 12, 25]));
    this.#width = 1 + this.#below(this.#pick([3, 8, 40, 200]));
    this.#names = this.#pick([1, 2, 5, 100]);
    this.#isCircular = this.#chance(0.15);
    this.#separator = this.#chance(0.8) ? ' ' : this.#pick(SEPARATORS);
    this.#left = this.#pick([100, 400, 1000]);
  }

  write(): string {
    const { QUERY, MUTATION, SUBSCRIPTION } = OperationTypeNode;
    const operations = Array.from({ length: this.#pick([1, 1, 1, 3, 50]) }, (_, index) => {
      const kind = this.#pick<OperationTypeNode>([QUERY, QUERY, QUERY, MUTATION, SUBSCRIPTION]);
      const type = this.#schema.getRootType(kind);
      return `${kind} Q${index} ($b: Boolean = true, $v: ID) ${this.#selections(type ?? this.#pick(this.#types), 0, -1)}`;
    });
    const fragments = this.#fragments.map(({ name, type }, index) => {
      this.#left += this.#pick([0, 3, 10]);
      return `fragment ${name} on ${type.name} ${this.#selections(type, 1, index)}`;
    });
    return [...operations, ...fragments].join('\n');
  }

  /** @param from the fragment that it is written for: unless circles are wanted, it spreads only later ones */
  #selections(type: GraphQLNamedType, depth: number, from: number): string {
    const parts: string[] = [];
    const count = 1 + this.#below(this.#width);
    while (parts.length < count && this.#left > 0) {
      this.#left -= 1;
      parts.push(this.#spread(from) ?? this.#inline(type, depth, from) ?? this.#field(type, depth, from));
    }
    return `{${this.#separator}${parts.join(this.#separator) || '__typename'}${this.#separator}}`;
  }

  #spread(from: number): string | null {
    if (!this.#chance(this.#taste.spread)) return null;
    const first = this.#isCircular ? 0 : from + 1;
    const reach = Math.min(this.#fragments.length - first, this.#pick([1, 3, 200]));
    if (reach <= 0) return null;
    return `...${this.#fragments[first + this.#below(reach)]?.name}${this.#directive()}`;
  }

  #inline(type: GraphQLNamedType, depth: number, from: number): string | null {
    if (depth >= this.#depth || !this.#chance(this.#taste.inline)) return null;
    const on = this.#chance(0.5) ? type : this.#pick(this.#types);
    return `... on ${on.name}${this.#directive()} ${this.#selections(on, depth + 1, from)}`;
  }

  #field(type: GraphQLNamedType, depth: number, from: number): string {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    if (fields.length === 0 || this.#chance(this.#taste.unknown)) return this.#chance(0.5) ? '__typename' : 'nothing';
    const field = fields[this.#below(Math.min(fields.length, this.#names))]!;
    const alias = this.#chance(this.#taste.alias) ? `x${this.#below(this.#names)}: ` : '';
    const head = `${alias}${field.name}${this.#argument(field)}${this.#directive()}`;
    const below = getNamedType(field.type);
    if (isLeafType(below)) return head;
    return `${head} ${depth < this.#depth ? this.#selections(below, depth + 1, from) : '{ __typename }'}`;
  }

  #argument({ args }: GraphQLField<unknown, unknown>): string {
    const [first] = args;
    return first && this.#chance(this.#taste.argument) ? `(${first.name}: ${this.#value(0)})` : '';
  }

  #value(depth: number): string {
    if (depth > 4 || this.#chance(0.6)) return this.#pick(SCALARS);
    const inner = Array.from({ length: this.#below(4) }, () => this.#value(depth + 1));
    return this.#chance(0.5) ? `[${inner.join(' ')}]` : `{${inner.map((value, i) => `f${i}: ${value}`).join(' ')}}`;
  }

  #directive(): string {
    return this.#chance(this.#taste.directive) ? ` ${this.#pick(DIRECTIVES)}` : '';
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<Thing>(things: readonly Thing[]): Thing {
    return things[this.#below(things.length)]!;
  }
}
