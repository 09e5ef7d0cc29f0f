import { randomUUID } from 'node:crypto';
import type { RedisSettings } from '../config/redis.ts';
import type { ClusterParts, StartedCluster } from './start-cluster.ts';

/** An instance without Redis: it is the whole gateway. */
export interface NoCluster extends AsyncDisposable {
  readonly instance: string;
  readonly link: null;
  readonly openLedger?: never;
  readonly openFlights?: never;
}

/** Without the address of a Redis nothing of it is loaded. */
export async function openCluster(
  settings: RedisSettings | null,
  parts: ClusterParts,
): Promise<StartedCluster | NoCluster> {
  if (settings === null) return { instance: randomUUID(), link: null, async [Symbol.asyncDispose]() {} };
  const { startCluster } = await import('./start-cluster.ts');
  return startCluster(settings, parts);
}

/** The members of `/health` about instances and Redis. */
export interface ClusterHealth {
  readonly instance: string;
  /** `alone`: Redis is set, and away. */
  readonly redis: 'off' | 'connected' | 'alone';
  /** Instances that are one gateway with this one, itself included; 1 while alone. */
  readonly instances: number;
}

export function healthOf(cluster: StartedCluster | NoCluster): ClusterHealth {
  const { instance } = cluster;
  if (cluster.link === null) return { instance, redis: 'off', instances: 1 };
  const { link, membership } = cluster;
  return { instance, redis: link.state === 'joined' ? 'connected' : 'alone', instances: membership.alive };
}
