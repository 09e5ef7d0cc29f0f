/** Several instances as processes of their own, before one service and one Redis. */
import type { Sandbox } from '../../../../src/sandbox/index.ts';
import { startedTogether } from '../../../kit/started-together.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { settled } from '../../measuring.ts';

const MEETING_MS = 30_000;

export interface Fleet extends AsyncDisposable {
  readonly gateways: readonly GatewayProcess[];
}

export interface FleetOptions {
  readonly instances: number;
  readonly service: Pick<Sandbox, 'dubbingUrl' | 'studioUrl'>;
  readonly redisUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Resolves once all know of each other. */
export async function startFleet({ instances, service, redisUrl, env }: FleetOptions): Promise<Fleet> {
  await using started = new AsyncDisposableStack();
  const settings = { ...env, REDIS_URL: redisUrl };
  const starting = Array.from({ length: instances }, () => startGatewayProcess({ service, env: settings }));
  const gateways = await startedTogether(starting, started);
  await timeUntilOne(gateways);
  const running = started.move();
  return { gateways, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/**
 * How long it takes until each instance is joined and knows of all, in ms.
 * @throws if it does not come about within half a minute
 */
export async function timeUntilOne(gateways: readonly GatewayProcess[]): Promise<number> {
  const startedAt = performance.now();
  const apart = async (): Promise<number> => {
    const healths = await Promise.all(gateways.map(async ({ url }) => (await fetch(`${url}/health`)).json()));
    return healths.filter(({ redis, instances }) => redis !== 'connected' || instances !== gateways.length).length;
  };
  const left = await settled(apart, 0, MEETING_MS);
  if (left > 0) throw new Error(`${left} of the instances are not one gateway with the others.`);
  return performance.now() - startedAt;
}
