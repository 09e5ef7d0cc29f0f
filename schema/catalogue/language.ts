import { type Language, type Options, supportsEmotionalTransfer } from '../../src/domain/catalogue/language.ts';
import { languageName, nativeLanguageName } from '../../src/domain/catalogue/language-name.ts';
import { BadUserInputError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { readableItems } from '../common/readable.ts';

const DEFAULT_LOCALE = 'en';

/** `voices` is added by `voice.ts`, where voices are at home. */
export const LanguageObject = builder.objectRef<Language>('Language').implement({
  description: 'A language that the service can dub from or into.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As the service spells it: "en", "fr-FR".' }),
    name: t.string({
      description: "The language's name in another language (BCP 47), by default English.",
      args: {
        in: t.arg.string({
          defaultValue: DEFAULT_LOCALE,
          description: 'The language to name it in, as a BCP 47 tag: "de", "pt-BR".',
        }),
      },
      resolve: ({ code }, { in: locale }) => {
        const name = languageName(code, locale ?? DEFAULT_LOCALE);
        if (name === null) throw new BadUserInputError('`in` is not a language tag (BCP 47), such as "de" or "pt-BR".');
        return name;
      },
    }),
    nativeName: t.string({
      description: "The language's name in itself; its code, where that is not known.",
      resolve: ({ code }) => nativeLanguageName(code),
    }),
    supportsEmotionalTransfer: t.boolean({
      description: 'Whether the voice `emotional_transfer` can speak it.',
      resolve: ({ code }) => supportsEmotionalTransfer(code),
    }),
  }),
});

const OptionsObject = builder.objectRef<Options>('Options').implement({
  description: 'What the service offers to dub from and into. Its lists grow over time.',
  fields: (t) => ({
    sourceLanguages: t.field({
      type: [LanguageObject],
      description: 'ISO 639-1, without region.',
      resolve: ({ sourceLanguages }, _args, context, info) => readableItems(sourceLanguages, context, info),
    }),
    targetLanguages: t.field({
      type: [LanguageObject],
      description: 'BCP 47, language and region.',
      resolve: ({ targetLanguages }, _args, context, info) => readableItems(targetLanguages, context, info),
    }),
  }),
});

builder.queryField('options', (t) =>
  t.field({
    type: OptionsObject,
    nullable: true,
    description: 'The languages that the service can dub from and into.',
    resolve: (_root, _args, { loaders }) => loaders.options(),
  }),
);
