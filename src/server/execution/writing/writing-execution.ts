import {
  defaultFieldResolver,
  defaultTypeResolver,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { WrittenData } from '../../fairness/written-data.ts';
import { FieldErrors, locate, type Place, placeOf } from './field-errors.ts';
import { Keeping } from './keeping.ts';
import { type Meter, measured } from './meter.ts';
import type { CompositePlan, FieldPlan, LeafPlan, ListPlan, SelectionPlan, ValuePlan } from './plan.ts';
import { isIterable, propertyOf } from './source.ts';
import { isPromise, joined, type MaybePromise, rejectAfter, type Text } from './texts.ts';

/** As graphql's `ExecutionResult`, with the data as text. */
export interface WrittenResult {
  readonly errors?: readonly GraphQLError[];
  /** Absent if nothing was executed. */
  readonly data?: WrittenData | null;
}

export interface WritingParts {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
  readonly context: object;
  readonly meter: Meter;
}

/** One execution of a field. */
interface FieldRun {
  readonly field: FieldPlan;
  readonly place: Place;
}

/**
 * Executes a query as graphql's `execute` does (GraphQL specification, 6), and writes the answer on the way in place of building
 * it. Resolvers are called in the same order with the same arguments; one that takes no `info` is not given any.
 */
export class WritingExecution {
  readonly fieldErrors = new FieldErrors();
  readonly #parts: WritingParts;
  readonly #keeping: Keeping;

  constructor(parts: WritingParts) {
    this.#parts = parts;
    this.#keeping = new Keeping(parts.meter, this.fieldErrors);
  }

  /** The result of an execution; null for data of which a field that cannot be null is. Never rejects. */
  run(write: () => MaybePromise<string>): MaybePromise<WrittenResult> {
    try {
      const text = write();
      if (!isPromise(text)) return this.#result(text);
      return text.then(
        (settled) => this.#result(settled),
        (error: unknown) => this.#failed(error),
      );
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): WrittenResult {
    // An error of a field is located; of another one, `finalizeResult` shows nothing.
    this.fieldErrors.add(error as GraphQLError, undefined);
    return this.#result(null);
  }

  #result(text: Text): WrittenResult {
    const { errors } = this.fieldErrors;
    const data = text === null ? null : new WrittenData(text);
    return errors.length === 0 ? { data } : { errors, data };
  }

  /** The text of an object. Fails if a field that cannot be null is null. */
  writeFields({ fields }: SelectionPlan, source: unknown, place: Place | undefined): MaybePromise<string> {
    let text = '{';
    let pieces: MaybePromise<Text>[] | null = null;
    try {
      for (const field of fields) {
        const value = this.#field(field, source, place);
        if (isPromise(value)) {
          pieces ??= [];
          pieces.push(text + field.nameText, value);
          text = '';
        } else text += field.nameText + (value ?? 'null');
      }
    } catch (error) {
      if (pieces === null) throw error;
      // The other fields are still under way, and may fail as well.
      return rejectAfter(pieces, error);
    }
    return pieces === null ? `${text}}` : joined([...pieces, `${text}}`]);
  }

  #field(field: FieldPlan, source: unknown, parent: Place | undefined): MaybePromise<Text> {
    const plan = field.value;
    let result: unknown;
    try {
      result = this.#resolve(field, source, parent);
      // Most fields end here, without an object for their place.
      if (plan.kind === 'leaf' && !isPromise(result)) return this.#leaf(plan, field, result);
    } catch (thrown) {
      return this.#fail(thrown, field, plan, placeOf(field, parent));
    }
    const run: FieldRun = { field, place: placeOf(field, parent) };
    return this.#value(plan, run, run.place, result);
  }

  #resolve(field: FieldPlan, source: unknown, parent: Place | undefined): unknown {
    const { resolve = null, name } = field.definition;
    const args = field.args ?? this.#argsOf(field);
    const property = resolve === null ? propertyOf(source, name) : undefined;
    if (resolve === null && typeof property !== 'function') return property;
    const isInfoTaken = resolve === null || field.takesInfo;
    const info = isInfoTaken ? this.#infoOf({ field, place: placeOf(field, parent) }) : NO_INFO;
    return (resolve ?? defaultFieldResolver)(source, args, this.#parts.context, info);
  }

  #argsOf(field: FieldPlan): Readonly<Record<string, unknown>> {
    const args = getArgumentValues(field.definition, field.nodes[0], this.#parts.variables);
    if (field.hasConstantArgs) field.args = args;
    return args;
  }

  #infoOf({ field, place }: FieldRun): GraphQLResolveInfo {
    const { schema, fragments, operation, variables } = this.#parts;
    const { definition, nodes, parentType } = field;
    return {
      fieldName: definition.name,
      fieldNodes: nodes,
      returnType: definition.type,
      parentType,
      path: place,
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues: variables,
    };
  }

  /** The text of the value of a field, or of an item of a list; null if it fails where it may be null. */
  #value(plan: ValuePlan, run: FieldRun, place: Place, value: unknown): MaybePromise<Text> {
    if (isPromise(value)) {
      return value.then(
        (resolved) => this.#value(plan, run, place, resolved),
        (thrown: unknown) => this.#fail(thrown, run.field, plan, place),
      );
    }
    try {
      const completed = this.#complete(plan, run, place, value);
      if (!isPromise(completed)) return completed;
      return completed.then(undefined, (thrown: unknown) => this.#fail(thrown, run.field, plan, place));
    } catch (thrown) {
      return this.#fail(thrown, run.field, plan, place);
    }
  }

  #complete(plan: ValuePlan, run: FieldRun, place: Place, value: unknown): MaybePromise<Text> {
    if (plan.kind === 'leaf') return this.#leaf(plan, run.field, value);
    if (value instanceof Error) throw value;
    const text = value === null || value === undefined ? null : this.#completeValue(plan, run, place, value);
    if (!plan.isNonNull) return text;
    return isPromise(text) ? text.then((settled) => nonNull(settled, run.field)) : nonNull(text, run.field);
  }

  #leaf({ isNonNull, write }: LeafPlan, field: FieldPlan, value: unknown): Text {
    if (value instanceof Error) throw value;
    const text = value === null || value === undefined ? null : measured(write(value), this.#parts.meter);
    return isNonNull ? nonNull(text, field) : text;
  }

  #completeValue(plan: CompositePlan, run: FieldRun, place: Place, value: unknown): MaybePromise<Text> {
    switch (plan.kind) {
      case 'list':
        return this.#list(plan, run, place, value);
      case 'object':
        return this.#object(plan.selection(), run, place, value);
      case 'abstract':
        return this.#abstract(plan, run, place, value);
    }
  }

  #list({ item, texts }: ListPlan, run: FieldRun, place: Place, value: unknown): MaybePromise<string> {
    const kept = this.#keeping.find(texts, value);
    if (kept !== null) return kept;
    if (!isIterable(value)) {
      const { parentType, definition } = run.field;
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${parentType.name}.${definition.name}".`,
      );
    }
    const start = this.#keeping.start(texts);
    const text = this.#items(item, run, place, Array.isArray(value) ? value : [...value]);
    return this.#keeping.keep(texts, value, text, start);
  }

  #items(item: ValuePlan, run: FieldRun, place: Place, values: readonly unknown[]): MaybePromise<string> {
    let text = '[';
    let pieces: MaybePromise<Text>[] | null = null;
    for (let index = 0; index < values.length; index += 1) {
      const itemText = this.#value(item, run, { prev: place, key: index, typename: undefined }, values[index]);
      if (index > 0) text += ',';
      if (isPromise(itemText)) {
        pieces ??= [];
        pieces.push(text, itemText);
        text = '';
      } else text += itemText ?? 'null';
    }
    return pieces === null ? `${text}]` : joined([...pieces, `${text}]`]);
  }

  #abstract(
    { type, selectionOf }: ValuePlan & { kind: 'abstract' },
    run: FieldRun,
    place: Place,
    value: unknown,
  ): MaybePromise<string> {
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const name = resolveType(value, this.#parts.context, this.#infoOf(run), type);
    const write = (resolved: string | undefined) =>
      this.#object(selectionOf(this.#runtimeType(resolved, type, run.field)), run, place, value);
    return isPromise(name) ? name.then(write) : write(name);
  }

  #runtimeType(
    name: unknown,
    abstract: GraphQLAbstractType,
    { definition, nodes, parentType }: FieldPlan,
  ): GraphQLObjectType {
    const { schema } = this.#parts;
    const type = typeof name === 'string' ? schema.getType(name) : undefined;
    if (isObjectType(type) && schema.isSubType(abstract, type)) return type;
    const at = `${parentType.name}.${definition.name}`;
    throw new GraphQLError(`"${String(name)}" is not a type of "${abstract.name}" for field "${at}".`, { nodes });
  }

  #object(selection: SelectionPlan, run: FieldRun, place: Place, value: unknown): MaybePromise<string> {
    const { isTypeOf } = selection.type;
    if (isTypeOf) return this.#checked(selection, isTypeOf, run, place, value);
    const { texts } = selection;
    const kept = this.#keeping.find(texts, value);
    if (kept !== null) return kept;
    const start = this.#keeping.start(texts);
    return this.#keeping.keep(texts, value, this.writeFields(selection, value, place), start);
  }

  #checked(
    selection: SelectionPlan,
    isTypeOf: NonNullable<GraphQLObjectType['isTypeOf']>,
    run: FieldRun,
    place: Place,
    value: unknown,
  ): MaybePromise<string> {
    const check = (isOfType: boolean) => {
      if (!isOfType)
        throw new GraphQLError(`Expected value of type "${selection.type.name}".`, { nodes: run.field.nodes });
      return this.writeFields(selection, value, place);
    };
    const answer = isTypeOf(value, this.#parts.context, this.#infoOf(run));
    return isPromise(answer) ? answer.then(check) : check(answer);
  }

  #fail(thrown: unknown, field: FieldPlan, plan: ValuePlan, place: Place): null {
    const error = locate(thrown, field.nodes, place);
    if (plan.isNonNull) throw error;
    this.fieldErrors.add(error, place);
    return null;
  }
}

/** For a resolver that takes none. */
const NO_INFO = undefined as unknown as GraphQLResolveInfo;

function nonNull(text: Text, { parentType, definition }: FieldPlan): string {
  if (text !== null) return text;
  throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`);
}
