import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { TrustedTexts } from '../../config/trusted-documents.ts';
import type { Measurements } from '../../contracts/measurements.ts';
import { GatewayError } from '../../errors.ts';
import { createDocuments, type Documents } from './documents.ts';

/** Trusted documents that cannot be run; `faults` names each of them and all that is wrong with it. */
export class UnusableDocumentsError extends Error {
  override readonly name = 'UnusableDocumentsError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`TRUSTED_DOCUMENTS has invalid documents:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * The documents that may run: any, or the trusted ones, each of which is parsed, held against the limits and validated
 * here: what a front end was built with works, or the gateway does not start.
 * @throws UnusableDocumentsError
 */
export function openDocuments(parts: {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  /** Null: any document may run. */
  readonly trustedDocuments: TrustedTexts | null;
  readonly measurements?: Measurements;
}): Documents {
  const { trustedDocuments: trusted } = parts;
  const documents = createDocuments({ ...parts, trusted });
  const faults = [...(trusted ?? [])].flatMap(([hash, text]) => faultsOf(hash, text, documents));
  if (faults.length > 0) throw new UnusableDocumentsError(faults);
  return documents;
}

function faultsOf(hash: string, text: string, documents: Documents): string[] {
  return errorsOf(text, documents).map(({ message }) => `${hash} (${firstLineOf(text)}): ${message}`);
}

function errorsOf(text: string, documents: Documents): readonly Error[] {
  try {
    return documents.validate(documents.parse(text));
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof GatewayError) return [error];
    throw error;
  }
}

const LONGEST_LINE = 60;

/** By which the author of a document recognises it. */
const firstLineOf = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, LONGEST_LINE) ?? '';
