import type { GraphContext } from '../../src/contracts/context.ts';
import type { Voice } from '../../src/domain/catalogue/voice.ts';
import { voiceCursors, voiceEntries, voicesOfLanguage } from '../../src/domain/catalogue/voice-list.ts';
import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import { builder } from '../builder.ts';
import { connect, connectionObject, pageWindow } from '../common/connection.ts';
import { checkFilterSize } from '../common/filter-size.ts';
import { NodeInterface } from '../common/node.ts';
import { pageArguments } from '../common/page-arguments.ts';
import { readableItems, textAt } from '../common/readable.ts';
import { selectedFields } from '../common/selection.ts';
import { LanguageObject } from './language.ts';

export const VoiceObject = builder.objectRef<Voice>('Voice').implement({
  description: 'A voice of the catalogue, in one of its languages.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "Voice:<language>/<key>".',
      resolve: ({ language, key }) => formatGlobalId('Voice', language, key),
    }),
    key: t.exposeString('key', { description: 'The key, for `voiceKey` of a re-translation.' }),
    name: t.exposeString('name', { description: 'The name of the voice.' }),
    style: t.string({
      nullable: true,
      description: '"feminine", "masculine", or another value of the service.',
      resolve: textAt('style'),
    }),
    language: t.field({
      type: LanguageObject,
      description: 'The target language of this catalogue entry.',
      resolve: ({ language }) => ({ code: language }),
    }),
  }),
});

const VoiceFilterInput = builder.inputType('VoiceFilter', {
  description: 'Conditions for a list of voices. A voice must meet all that are given.',
  fields: (t) => ({
    language: t.string({ description: 'The code of the target language. Case-sensitive.' }),
    style: t.string({ description: 'The style, such as "feminine" or "masculine". Case-sensitive.' }),
    search: t.string({ description: 'The name contains this text. Case and accents are ignored.' }),
  }),
});

builder.objectField(LanguageObject, 'voices', (t) =>
  t.field({
    type: [VoiceObject],
    nullable: true,
    description:
      'Voices of the catalogue for this target language. Empty if it has none. Costs one request at most every ten minutes.',
    args: {
      filter: t.arg({ type: VoiceFilterInput, description: 'Conditions for the voices. If omitted, all voices.' }),
    },
    resolve: async ({ code }, { filter }, context, info) => {
      checkFilterSize(filter);
      return readableItems(voicesOfLanguage(await context.loaders.load('voices'), code, filter), context, info);
    },
  }),
);

const VoiceConnection = connectionObject(VoiceObject, 'voices');

builder.queryFields((t) => ({
  language: t.field({
    type: LanguageObject,
    nullable: true,
    description:
      'One language by its code. Null if neither the options nor the voice catalogue has it. Costs one request at most every ten minutes.',
    args: { code: t.arg.string({ required: true, description: 'The code, such as "en" or "fr-FR". Case-sensitive.' }) },
    resolve: async (_root, { code }, { loaders }, info) => {
      const proofs = [inOptions, inCatalogue];
      if (selectedFields('Language', info).has('voices')) proofs.reverse();
      return (await isProven(code, loaders, proofs)) ? { code } : null;
    },
  }),
  voices: t.field({
    type: VoiceConnection,
    nullable: true,
    description:
      'The voice catalogue, over all languages or filtered. 50 items per page by default, 500 at most. Costs one request at most every ten minutes.',
    args: {
      filter: t.arg({ type: VoiceFilterInput, description: 'Conditions for the voices. If omitted, all voices.' }),
      ...pageArguments(t.arg),
    },
    resolve: async (_root, { filter, ...request }, { loaders }, info) => {
      checkFilterSize(filter);
      const window = pageWindow(request, voiceCursors);
      const entries = voiceEntries(await loaders.load('voices'), filter);
      return connect({ typeName: VoiceConnection.name, entries, window, cursors: voiceCursors }, info);
    },
  }),
  voice: t.field({
    type: VoiceObject,
    nullable: true,
    description:
      'One voice by its key. Null if the catalogue does not have it (in `language`, if given). Costs one request at most every ten minutes.',
    args: {
      key: t.arg.string({ required: true, description: "The voice's key. Case-sensitive." }),
      language: t.arg.string({
        description: 'The code of the target language to search in. If omitted, all languages.',
      }),
    },
    resolve: async (_root, { key, language }, { loaders }) => {
      const catalogue = await loaders.load('voices');
      return language == null ? catalogue.find(key) : catalogue.findIn(language, key);
    },
  }),
}));

type Proof = (code: string, loaders: GraphContext['loaders']) => Promise<boolean>;

/**
 * Either list proves a language, and one that cannot be read proves nothing against the other. The one that the
 * selection needs anyway is read first.
 */
async function isProven(code: string, loaders: GraphContext['loaders'], proofs: readonly Proof[]): Promise<boolean> {
  const failures: unknown[] = [];
  for (const proves of proofs) {
    try {
      if (await proves(code, loaders)) return true;
    } catch (failure) {
      failures.push(failure);
    }
  }
  // The other list could not be read and proves nothing.
  if (failures.length > 0) throw failures[0];
  return false;
}

async function inOptions(code: string, loaders: GraphContext['loaders']): Promise<boolean> {
  const { sourceLanguages, targetLanguages } = await loaders.load('options');
  return [sourceLanguages, targetLanguages].some(({ items }) => items.some((language) => language.code === code));
}

async function inCatalogue(code: string, loaders: GraphContext['loaders']): Promise<boolean> {
  return (await loaders.load('voices')).inLanguage.has(code);
}
