import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { Voice } from '../../src/domain/catalogue/voice.ts';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { StudioProject, Video } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';

export type GraphNode = DubbingProject | StudioProject | Video | Artifact | Voice;

export const NodeInterface = builder.interfaceRef<GraphNode>('Node').implement({
  description: 'An object with a global id. `node` and `nodes` find it by that id.',
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    id: t.id({ description: 'The global id, "<Type>:<key>": stable, readable, and unique in the whole graph.' }),
  }),
});
