import type { JobUpdate } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { type SelectedFields, type SelectionInfo, selectedFields } from '../common/selection.ts';
import { JobInterface } from './job.ts';
import { UpdateInterface } from './update.ts';

export const JobUpdateInterface = builder.interfaceRef<JobUpdate>('JobUpdate').implement({
  description: 'An update about one job of any type.',
  interfaces: [UpdateInterface],
  resolveType: ({ of }) => `${of}Update`,
  fields: (t) => ({
    job: t.field({ type: JobInterface, description: 'The current job. After GONE, its last known state.' }),
  }),
});

/** The name of a job's field in its update, beside `job`. */
const NAMES = { DubbingProject: 'project', Video: 'video' } as const;

/** The fields that a subscription selects of a job of this type, by either field of its update. */
export function fieldsOfJob(type: keyof typeof NAMES, info: SelectionInfo): SelectedFields {
  const ofUpdate = selectedFields(`${type}Update`, info);
  const nodes = ['job', NAMES[type]].flatMap((name) => ofUpdate.get(name) ?? []);
  return selectedFields(type, info, nodes);
}
