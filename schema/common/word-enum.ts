import { builder } from '../builder.ts';

/** An enum over a closed list of the domain, in the order of the list: each word in upper case, with its meaning. */
export function wordEnum<W extends string>(
  name: string,
  description: string,
  words: readonly W[],
  meanings: Readonly<Record<W, string>>,
) {
  const values: Record<string, { value: W; description: string }> = {};
  for (const word of words) values[word.toUpperCase()] = { value: word, description: meanings[word] };
  return builder.enumType(name, { description, values });
}
