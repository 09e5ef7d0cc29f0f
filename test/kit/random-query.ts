import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { createRandom } from './random-document.ts';

/** A query that is valid as a rule; its variables decide on directives and arguments. */
export interface RandomQuery {
  readonly text: string;
  /** Other ones each time. */
  variables(): Readonly<Record<string, unknown>>;
}

/** Fields whose values depend on more than what the service says. */
const OTHERWISE = new Set(['checkedAt', 'requestBudget', 'viewer', 'retranslationCheck']);
const ORDERS = ['CREATED_AT', 'NAME', 'COST_MINUTES', 'STATUS'];

/** Queries of the graph by a seed: some roots, each with a part of what can be selected there, in every way to write it. */
export function randomQuery(schema: GraphQLSchema, seed: number): RandomQuery {
  return new QueryWriter(schema, createRandom(seed)).write();
}

class QueryWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: () => number;
  readonly #fragments: string[] = [];
  readonly #density: number;
  #aliases = 0;

  constructor(schema: GraphQLSchema, random: () => number) {
    this.#schema = schema;
    this.#random = random;
    this.#density = 0.15 + random() * 0.6;
  }

  write(): RandomQuery {
    const roots = Array.from({ length: 1 + this.#below(3) }, (_, index) => `r${index}: ${this.#root()}`);
    const head = 'query Q($yes: Boolean!, $no: Boolean = false, $in: String, $first: Int)';
    const variables = () => ({
      yes: this.#chance(0.8),
      no: this.#chance(0.2),
      in: this.#pick(['de', 'fr', 'en']),
      first: this.#below(30),
    });
    const use =
      '__typename @skip(if: $yes) x: __typename @include(if: $no) language(code: "xx") { name(in: $in) } n: dubbingProjects(first: $first) { totalCount }';
    return { text: `${head} { ${roots.join(' ')} ${use} } ${this.#fragments.join(' ')}`, variables };
  }

  #root(): string {
    const id = this.#below(6);
    const roots: readonly (readonly [string, string])[] = [
      ['balance', 'Balance'],
      [
        `dubbingProjects(first: ${this.#pick([0, 1, 5, 50, 500])}, orderBy: { field: ${this.#pick(ORDERS)}, direction: ${this.#pick(['ASC', 'DESC'])} })`,
        'DubbingProjectConnection',
      ],
      ['dubbingProjects(first: $first, filter: { status: [READY, ERROR] })', 'DubbingProjectConnection'],
      [`dubbingProject(id: "p${id}")`, 'DubbingProject'],
      [`video(id: "s1/v${id % 3}")`, 'Video'],
      [`studioProject(id: "s1")`, 'StudioProject'],
      [
        `nodes(ids: ["DubbingProject:p${id}", "Video:s1/v${id % 3}", "Voice:fr-FR/k1", "DubbingProject:none", "?"])`,
        'Node',
      ],
      ['options', 'Options'],
      ['language(code: "fr-FR")', 'Language'],
      ['voices(first: 3)', 'VoiceConnection'],
    ];
    const [field, typeName] = this.#pick(roots);
    return `${field} ${this.#selection(typeName, 0)}`;
  }

  #selection(typeName: string, depth: number): string {
    const type = this.#schema.getType(typeName);
    if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
    const fields = Object.values(type.getFields()).filter(
      (field) => this.#chance(this.#density) && this.#isOpen(field, depth),
    );
    const parts = fields.map((field) => this.#field(field, depth));
    if (this.#chance(0.3)) parts.push('__typename');
    if (isInterfaceType(type)) {
      const { name } = this.#pick(this.#schema.getPossibleTypes(type));
      parts.push(`... on ${name} ${this.#selection(name, depth + 1)}`);
    }
    if (parts.length > 2 && this.#chance(0.3))
      return `{ ${this.#fragment(typeName, parts)} ${parts.slice(0, 2).join(' ')} }`;
    return `{ ${parts.join(' ') || '__typename'} }`;
  }

  #fragment(typeName: string, parts: readonly string[]): string {
    const name = `F${this.#fragments.length}`;
    if (this.#chance(0.4)) return `... on ${typeName}${this.#directive()} { ${parts.join(' ')} }`;
    this.#fragments.push(`fragment ${name} on ${typeName} { ${parts.join(' ')} }`);
    return `...${name}${this.#directive()}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    // Each has a name of its own, so that no two selections conflict.
    const alias = this.#chance(0.2) ? `a${this.#aliases++}: ` : '';
    const head = `${alias}${field.name}${this.#argumentsOf(field)}${this.#directive()}`;
    const below = getNamedType(field.type as GraphQLOutputType);
    return isCompositeType(below) ? `${head} ${this.#selection(below.name, depth + 1)}` : head;
  }

  #argumentsOf({ name, args }: GraphQLField<unknown, unknown>): string {
    if (args.some(({ name }) => name === 'in') && this.#chance(0.6))
      return this.#chance(0.5) ? '(in: $in)' : '(in: "pt")';
    if (name === 'language' && args.some((arg) => arg.name === 'code')) return '(code: "fr-FR")';
    if (name === 'video') return '(videoId: "v1")';
    return '';
  }

  #isOpen({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): boolean {
    if (OTHERWISE.has(name)) return false;
    if (isCompositeType(getNamedType(type)) && depth > 4) return false;
    // All voices of all languages are larger than what is compared here.
    if (name === 'voices' && depth > 0) return false;
    return args.every((arg) => !isRequiredArgument(arg)) || ['language', 'video'].includes(name);
  }

  #directive(): string {
    if (!this.#chance(0.1)) return '';
    return this.#pick([
      ' @include(if: $yes)',
      ' @skip(if: $no)',
      ' @include(if: true)',
      ' @skip(if: true)',
      ' @skip(if: $yes)',
    ]);
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
