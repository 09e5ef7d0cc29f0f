import { knownWord } from '../../src/domain/common/known-word.ts';
import type { LanguageChange } from '../../src/domain/update.ts';
import { type LanguageProgress, languageState, PENDING_ON, PIPELINE_PHASES } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { LanguageObject } from '../catalogue/language.ts';
import { type SelectionInfo, selectedFields } from '../common/selection.ts';
import { LanguageProgressObject } from './progress.ts';

export const LanguageChangeObject = builder.objectRef<LanguageChange>('LanguageChange').implement({
  description: 'The change of one language of a video.',
  fields: (t) => ({
    language: t.field({
      type: LanguageObject,
      description: 'The language that has changed.',
      resolve: ({ language }) => ({ code: language }),
    }),
    before: t.expose('before', {
      type: LanguageProgressObject,
      nullable: true,
      description: 'Its progress in the previous update. Null if the language is new.',
    }),
    after: t.expose('after', {
      type: LanguageProgressObject,
      nullable: true,
      description: 'Its current progress. Null if the language was removed.',
    }),
  }),
});

/** The fields of a language's progress that can change. */
const MOVING: Readonly<Record<string, (standing: LanguageProgress) => unknown>> = {
  phase: ({ rawPhase }) => knownWord(PIPELINE_PHASES, rawPhase),
  rawPhase: ({ rawPhase }) => rawPhase,
  pendingOn: ({ rawPendingOn }) => knownWord(PENDING_ON, rawPendingOn),
  rawPendingOn: ({ rawPendingOn }) => rawPendingOn,
  isError: ({ isError }) => isError,
  eta: ({ eta }) => eta,
  state: languageState,
};

/** The changes that the reader's selection shows. All of them, if the selection has no field that can change. */
export function visibleChanges(changes: readonly LanguageChange[], info: SelectionInfo): readonly LanguageChange[] {
  const selected = selectedFields('LanguageChange', info);
  const standings = ['before', 'after'].flatMap((name) => selected.get(name) ?? []);
  if (standings.length === 0) return changes;
  const moving = [...selectedFields('LanguageProgress', info, standings).keys()].flatMap((name) => MOVING[name] ?? []);
  return changes.filter(
    ({ before, after }) => before === null || after === null || moving.some((of) => of(before) !== of(after)),
  );
}
