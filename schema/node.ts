import type { Artifact } from '../src/domain/artifact.ts';
import type { DubbingProject } from '../src/domain/dubbing-project.ts';
import type { StudioProject, Video } from '../src/domain/video.ts';
import type { Voice } from '../src/domain/voice.ts';
import { builder } from './builder.ts';

export type GraphNode = DubbingProject | StudioProject | Video | Artifact | Voice;

export const NodeInterface = builder.interfaceRef<GraphNode>('Node').implement({
  description: 'Whatever has a global id, by which `node` and `nodes` find it again.',
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    id: t.id({ description: 'The global id, "<Type>:<key>": stable, readable, and unique in the whole graph.' }),
  }),
});
