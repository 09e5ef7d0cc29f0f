/** Which instance's readers are shown news first. */
import { describe, expect, it } from 'vitest';
import { running } from '../../kit/watching.ts';
import { startCountedService, startInstance } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';
import { startTcpProxy } from '../kit/tcp-proxy.ts';

const OFTEN = { WATCH_MIN_INTERVAL_MS: '300', WATCH_MAX_INTERVAL_MS: '300' };
const QUERY = 'subscription { artifactUpdated(id: "a1") { kind artifact { name } } }';

describe.skipIf(!hasRedis)('news of the instance that asks', () => {
  it('are not shown there before the other instances have them, so that who goes there is shown nothing older', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService({ populate: false, speed: 1 });
    const film = (name: string) => service.account().putArtifact({ id: 'a1', name, work: running() });
    film('0');
    await using proxy = await startTcpProxy(redis.url);
    await using pilot = await startInstance({ service, redisUrl: proxy.url, env: OFTEN });
    await using held = pilot.subscribe(QUERY);
    await held.update();
    await using follower = await startInstance({ service, redisUrl: redis.url, env: OFTEN });
    await using followed = follower.subscribe(QUERY);
    await followed.update();
    // The acknowledgement of Redis is on its way back when the other instance gets its message.
    proxy.delay(60);
    let followerWasFirst = 0;
    // On a busy machine both may be shown in the same moment, in any order.
    for (let number = 1; number <= 40 && followerWasFirst < 3; number += 1) {
      const order: string[] = [];
      const shown = [
        held.updateWhere(({ artifact }) => artifact.name === String(number)).then(() => order.push('pilot')),
        followed.updateWhere(({ artifact }) => artifact.name === String(number)).then(() => order.push('follower')),
      ];
      film(String(number));
      await Promise.all(shown);
      followerWasFirst += Number(order[0] === 'follower');
    }
    expect(followerWasFirst).toBe(3);
  });
});
