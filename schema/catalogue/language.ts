import { type Language, type Options, supportsEmotionalTransfer } from '../../src/domain/catalogue/language.ts';
import { languageName, nativeLanguageName } from '../../src/domain/catalogue/language-name.ts';
import { BadUserInputError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { readableItems } from '../common/readable.ts';

const DEFAULT_LOCALE = 'en';

/** `voice.ts` adds `voices`. */
export const LanguageObject = builder.objectRef<Language>('Language').implement({
  description: 'A language that the service can dub from or into.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code as the service writes it: "en", "fr-FR".' }),
    name: t.string({
      description: "The language's name, by default in English.",
      args: {
        in: t.arg.string({
          defaultValue: DEFAULT_LOCALE,
          description: 'The language of the name, as a BCP 47 tag: "de", "pt-BR".',
        }),
      },
      resolve: ({ code }, { in: locale }) => {
        const name = languageName(code, locale ?? DEFAULT_LOCALE);
        if (name === null) throw new BadUserInputError('`in` is not a language tag (BCP 47), such as "de" or "pt-BR".');
        return name;
      },
    }),
    nativeName: t.string({
      description: "The language's name in the language itself. Its code if the name is unknown.",
      resolve: ({ code }) => nativeLanguageName(code),
    }),
    supportsEmotionalTransfer: t.boolean({
      description: 'Whether the voice key `emotional_transfer` can be used with this language.',
      resolve: ({ code }) => supportsEmotionalTransfer(code),
    }),
  }),
});

const OptionsObject = builder.objectRef<Options>('Options').implement({
  description: 'The languages that the service can dub from and into. The lists grow over time.',
  fields: (t) => ({
    sourceLanguages: t.field({
      type: [LanguageObject],
      description: 'Languages to dub from: ISO 639-1 codes without a region.',
      resolve: ({ sourceLanguages }, _args, context, info) => readableItems(sourceLanguages, context, info),
    }),
    targetLanguages: t.field({
      type: [LanguageObject],
      description: 'Languages to dub into: BCP 47 codes with a region.',
      resolve: ({ targetLanguages }, _args, context, info) => readableItems(targetLanguages, context, info),
    }),
  }),
});

builder.queryField('options', (t) =>
  t.field({
    type: OptionsObject,
    nullable: true,
    description: 'The languages that the service can dub from and into. Costs one request at most every ten minutes.',
    resolve: (_root, _args, { loaders }) => loaders.load('options'),
  }),
);
