import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { TrustedTexts } from '../../config/trusted-documents.ts';
import { type Measurements, NO_MEASUREMENTS } from '../../contracts/measurements.ts';
import { ForbiddenError } from '../../errors.ts';
import { fragmentsOf } from '../ast/fragments.ts';
import { withoutTokens } from '../ast/without-tokens.ts';
import { withCode } from '../errors/with-code.ts';
import { createByteShares } from '../fairness/byte-shares.ts';
import { createSharedHoldings } from '../fairness/shared-holdings.ts';
import { check, checkCost, checkDocument, checkVariables } from '../limits/limits.ts';
import { countRepeatedValues, createUseCounter } from '../limits/variable-uses.ts';
import type { AskedDocument } from '../request/params.ts';
import { KnownOperationTypesRule } from './known-operation-types-rule.ts';
import { SubscriptionRootRule } from './subscription-root-rule.ts';
import { NOT_TRUSTED, textOfAny, textOfTrusted } from './trusted-documents.ts';

/** An operation of a document that is within the limits, and valid once `Documents.validate` has found no error. */
export interface ValidOperation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  /** About what the document takes, with its text. */
  readonly bytes: number;
  /** With every fragment expanded, whatever lists they are in. */
  readonly fields: number;
  /**
   * Holds the variables, and what depends on them, against the limits.
   * @throws LimitExceededError
   */
  checkVariables(variables: Readonly<Record<string, unknown>>): void;
}

export interface Documents {
  /**
   * The text of the document that is asked for, by itself or by its hash: the one way to it, for every door.
   * @throws PersistedQueryNotFoundError, ForbiddenError, BadRequestError
   */
  textOf(asked: AskedDocument): string;
  /**
   * The document of a text, out of memory if it was seen before.
   * @throws GraphQLError (`GRAPHQL_PARSE_FAILED`), LimitExceededError, or ForbiddenError if it is not a trusted one
   */
  parse(text: string): DocumentNode;
  /** The faults of a document of `parse`; each error is coded `GRAPHQL_VALIDATION_FAILED`. */
  validate(document: DocumentNode): readonly GraphQLError[];
  /** The operation of a document of `parse`; undefined if none has the name, or no name is given and there are several. */
  operation(document: DocumentNode, name: string | undefined): ValidOperation | undefined;
  /**
   * Keeps a document of `parse` for a subscription of this client, as far as the client's share of memory allows.
   * @returns ends that; to be called once
   */
  hold(document: DocumentNode, client: string): () => void;
}

/** How much is remembered: the documents of some large front ends, by what they take in memory with their texts. */
const MOST_DOCUMENTS = 1000;
const MOST_BYTES = 32 * 1024 * 1024;
/** For the documents of subscriptions. A client may have as much as is still free. */
const MOST_WATCHED_BYTES = 128 * 1024 * 1024;
const BYTES_OF_TOKEN = 300;
/** A letter outside of Latin-1 makes two of each. */
const BYTES_OF_CHARACTER = 2;
/** A caller mends the first few; the rest would only be work. */
const MOST_VALIDATION_ERRORS = 20;

interface Known {
  readonly document: DocumentNode;
  readonly operations: readonly ValidOperation[];
  readonly bytes: number;
  errors: readonly GraphQLError[] | undefined;
}

/** Parses, limits and validates each document once. */
export function createDocuments(parts: {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  /** The only ones that may run; null: any may. */
  readonly trusted: TrustedTexts | null;
  readonly measurements?: Measurements;
}): Documents {
  const { schema, introspection, trusted, measurements = NO_MEASUREMENTS } = parts;
  const trustedTexts = trusted && new Set(trusted.values());
  const rules = [
    KnownOperationTypesRule,
    SubscriptionRootRule,
    ...specifiedRules,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const byText = new LRUCache<string, Known>({
    max: MOST_DOCUMENTS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** By their texts: they stay parsed, whatever else is asked meanwhile. */
  const watched = createSharedHoldings<string, Known>(createByteShares({ all: MOST_WATCHED_BYTES, strangers: 0 }));
  const byDocument = new WeakMap<DocumentNode, Known>();

  function learn(text: string): Known {
    const source = new Source(text, 'GraphQL request');
    const tokens = codingSyntax(() => measureText(source));
    const document = withoutTokens(codingSyntax(() => parse(source)));
    // A comment is no token.
    const bytes = tokens * BYTES_OF_TOKEN + text.length * BYTES_OF_CHARACTER + 1;
    return { document, operations: toOperations(schema, document, bytes), bytes, errors: undefined };
  }

  function knownOf(document: DocumentNode): Known {
    const known = byDocument.get(document);
    if (!known) throw new Error('The document was not created by parse().');
    return known;
  }

  return {
    textOf: (asked) => (trusted === null ? textOfAny(asked) : textOfTrusted(asked, trusted)),

    parse(text) {
      if (trustedTexts?.has(text) === false) throw new ForbiddenError(NOT_TRUSTED);
      const remembered = byText.get(text) ?? watched.find(text);
      measurements.cacheRead('document', remembered !== undefined);
      if (remembered) return remembered.document;
      const known = learn(text);
      byText.set(text, known);
      byDocument.set(known.document, known);
      return known.document;
    },

    validate(document) {
      const known = knownOf(document);
      const options = { maxErrors: MOST_VALIDATION_ERRORS, hideSuggestions: !introspection };
      known.errors ??= withoutStacks(() =>
        orThrown(() => validate(schema, document, rules, options)).map((error) =>
          withCode(error, 'GRAPHQL_VALIDATION_FAILED'),
        ),
      );
      return known.errors;
    },

    operation: (document, name) => choose(knownOf(document).operations, name),

    // Without room it is parsed again once the memory of all documents has lost it.
    hold: (document, client) => watched.hold(textOf(document), knownOf(document), client) ?? releaseNothing,
  };
}

const releaseNothing = (): void => undefined;

/** The errors of a document are remembered with it: the stack of each would take as much as the document, and is never shown. */
function withoutStacks<Result>(make: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The text of a document, as it was received. */
export function textOf({ loc }: DocumentNode): string {
  if (!loc) throw new Error('A document has no text.');
  return loc.source.body;
}

/** @throws LimitExceededError */
function toOperations(schema: GraphQLSchema, document: DocumentNode, bytes: number): ValidOperation[] {
  const sizes = checkDocument(schema, document);
  const countUses = createUseCounter(fragmentsOf(document));
  return sizes.map(({ definition, fields, costDependsOnVariables }) => {
    const uses = countUses(definition);
    return {
      document,
      definition,
      bytes,
      fields,
      checkVariables(variables) {
        checkVariables(variables);
        check('repeatedValues', countRepeatedValues(uses, variables));
        if (costDependsOnVariables) checkCost(schema, document, definition, variables);
      },
    };
  });
}

function choose(operations: readonly ValidOperation[], name: string | undefined): ValidOperation | undefined {
  if (name === undefined) return operations.length === 1 ? operations[0] : undefined;
  return operations.find(({ definition }) => definition.name?.value === name);
}

/**
 * Measures the text before the parser runs, which calls itself for each bracket, so that some thousands of them
 * would overflow its stack with an error that says nothing.
 * @returns the number of its tokens
 */
function measureText(source: Source): number {
  check('characters', source.body.length);
  const lexer = new Lexer(source);
  let tokens = 0;
  let nesting = 0;
  let directives = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    if (OPENING.has(token.kind)) nesting += 1;
    if (CLOSING.has(token.kind)) nesting -= 1;
    check('tokens', tokens);
    if (token.kind === TokenKind.AT) directives += 1;
    check('lines', lexer.line);
    check('nesting', nesting);
    check('directives', directives);
  }
  return tokens;
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The rule for subscriptions throws where a root field depends on a variable (`@skip`), instead of reporting that. */
function orThrown(findErrors: () => readonly GraphQLError[]): readonly GraphQLError[] {
  try {
    return findErrors();
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function codingSyntax<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
}
