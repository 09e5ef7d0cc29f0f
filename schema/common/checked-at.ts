import type { GraphContext } from '../../src/contracts/context.ts';

/** The options of a field `checkedAt`. `readOf` is what the loaders have read of the object; null if that is nothing. */
export function checkedAt<Source>(readOf: (source: Source) => object | null) {
  return {
    type: 'DateTime',
    nullable: true,
    description: 'When the service was last asked for it. Null if the gateway does not know. Costs no request.',
    resolve: (source: Source, _args: object, { loaders }: GraphContext): string | null => {
      const value = readOf(source);
      return value && loaders.checkedAt(value);
    },
  } as const;
}
