import type { AccountStore } from './account-store.ts';
import type { World } from './http/endpoint-request.ts';
import { seedArtifacts } from './seed/artifacts.ts';
import { seedDubbingProjects } from './seed/dubbing-projects.ts';
import { seedVideos } from './seed/videos.ts';
import { SEEDED } from './seeded.ts';

/** Fills an account with objects in every state, some of which move for ever. */
export function populate(account: AccountStore, world: World): void {
  const label = (name: string): string => (account.number === 1 ? name : `${name} (account ${account.number})`);
  seedDubbingProjects({ account, world, label });
  seedArtifacts({ account, world, label });
  account.putStudioProject(SEEDED.studioProjects.series);
  account.putStudioProject(SEEDED.studioProjects.empty);
  seedVideos({ account, world, label });
}
