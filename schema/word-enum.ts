import { builder } from './builder.ts';

/**
 * An enum over a closed list of the domain: each word in upper case, with its description, in the order given
 * (which is the order of the list that the type comes from).
 */
export function wordEnum<W extends string>(name: string, description: string, words: Readonly<Record<W, string>>) {
  const values: Record<string, { value: W; description: string }> = {};
  for (const word of keysOf(words)) values[word.toUpperCase()] = { value: word, description: words[word] };
  return builder.enumType(name, { description, values });
}

function keysOf<W extends string>(words: Readonly<Record<W, string>>): W[] {
  const keys: W[] = [];
  for (const word in words) keys.push(word);
  return keys;
}
