import type { PreparedOperation } from './documents.ts';

/** What is asked, and whose things are seen. */
interface OperationIdentity {
  readonly operation: PreparedOperation;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  /** `RepeatableReads.scope`. */
  readonly scope: string;
}

/** Equal for equal questions; null where that cannot be told. */
export type KeyOfOperation = (question: OperationIdentity) => string | null;

export function createOperationKey(): KeyOfOperation {
  const numbers = new WeakMap<PreparedOperation, number>();
  let operations = 0;

  const numberOf = (operation: PreparedOperation): number => {
    let number = numbers.get(operation);
    if (number === undefined) {
      operations += 1;
      number = operations;
      numbers.set(operation, number);
    }
    return number;
  };
  return ({ operation, variables, scope }) => {
    const text = variables === undefined ? '' : textOf(variables);
    return text === null ? null : `${numberOf(operation)} ${scope} ${text}`;
  };
}

/**
 * Null where JSON cannot tell: it writes a number beyond all bounds (1e400) as null, which is another variable; and what
 * is nested some thousands deep it reads, but does not write.
 */
function textOf(variables: object): string | null {
  let isTold = true;
  try {
    const text = JSON.stringify(variables, (_key, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value)) isTold = false;
      return value;
    });
    return isTold ? text : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
