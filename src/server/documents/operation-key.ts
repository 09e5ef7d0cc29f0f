import type { ValidOperation } from './documents.ts';
import type { PreparedOperation } from './prepare.ts';

/**
 * A key for what is asked and whose data is seen (`RepeatableReads.scope`), equal for equal operations; null where equality
 * cannot be decided.
 */
export type OperationKey = (prepared: PreparedOperation, scope: string) => string | null;

export function createOperationKey(): OperationKey {
  const numbers = new WeakMap<ValidOperation, number>();
  let operations = 0;

  const numberOf = (operation: ValidOperation): number => {
    let number = numbers.get(operation);
    if (number === undefined) {
      operations += 1;
      number = operations;
      numbers.set(operation, number);
    }
    return number;
  };
  return ({ operation, variables }, scope) => {
    const text = isEmpty(variables) ? '{}' : textOf(variables);
    return text === null ? null : `${numberOf(operation)} ${scope} ${text}`;
  };
}

function isEmpty(variables: object): boolean {
  for (const _ in variables) return false;
  return true;
}

/**
 * Null where JSON loses something: it writes a number beyond all bounds (1e400) as null, which is another variable. It also
 * reads values nested some thousands deep that it cannot write.
 */
function textOf(variables: object): string | null {
  let isExact = true;
  try {
    const text = JSON.stringify(variables, (_key, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value)) isExact = false;
      return value;
    });
    return isExact ? text : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
