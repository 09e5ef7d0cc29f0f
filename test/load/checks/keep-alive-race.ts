import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../upstream/under-fire.ts';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes } from '../measuring.ts';

const AT_ONCE = 20;
const IDLE_MS = 50;
/** How long a connection is as good as closed before it is: what is sent meanwhile is lost. */
const CLOSING_MS = 40;
const LEAST_GAP_MS = 45;
const MOST_GAP_MS = 95;

/** A service that closes idle connections just when the next request comes, as balancers do, without a word of warning. */
export const keepAliveRace: Check = {
  name: 'keep-alive-race',
  async run(findings, { isShort }) {
    await using service = await startHastyService();
    const { url } = service;
    await using gateway = await startGatewayProcess({
      service: { dubbingUrl: url, studioUrl: url },
      env: { READ_MAX_AGE_MS: '0' },
    });
    await using client = createGraphClient(gateway.url);
    const random = seeded(5);
    let failures = 0;
    const requests = isShort ? 400 : 2000;
    for (let round = 0; round < requests / AT_ONCE; round += 1) {
      // All connections have been idle for as long, so that a round in the wrong moment meets many that are closing.
      await pause(LEAST_GAP_MS + random() * (MOST_GAP_MS - LEAST_GAP_MS));
      await inLanes(AT_ONCE, AT_ONCE, async (number) => {
        // Each its own, since equal ones would be one request.
        const { data, codes } = await client.ask(READ, { id: `project-${round}-${number}` });
        if (codes.length > 0 || data.dubbingProject.name !== 'Kept alive') failures += 1;
      });
    }
    findings.atLeast('requests that met a closing connection', service.lost(), requests / 100, '');
    findings.atMost(`of ${requests} reads failed`, failures, 0, '');
  },
};

const READ = 'query ($id: ID!) { dubbingProject(id: $id) { name mixingMode } }';
const PROJECT = {
  name: 'Kept alive',
  source_lang: 'en',
  target_lang: 'fr-FR',
  mixing_mode: 'voiceover_only',
  cost_minutes: 1,
  created_date: '2026-01-01T00:00:00.000Z',
  status: 'in_progress',
};

interface HastyService extends AsyncDisposable {
  readonly url: string;
  /** How many requests it has thrown away with their connection. */
  lost(): number;
}

async function startHastyService(): Promise<HastyService> {
  const idleSince = new WeakMap<Socket, number>();
  let lost = 0;
  const server: Server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { socket } = request;
    const idleMs = performance.now() - (idleSince.get(socket) ?? performance.now());
    if (idleMs > IDLE_MS) {
      lost += 1;
      socket.resetAndDestroy();
      return;
    }
    const path = request.url ?? '';
    const body = JSON.stringify(path.endsWith('/projects') ? { projects: [] } : PROJECT);
    // Said like this, node does not add for how long it keeps the connection, as many a server does not.
    response.writeHead(200, { 'content-type': 'application/json', connection: 'keep-alive' }).end(body, () => {
      idleSince.set(socket, performance.now());
      socket.setTimeout(IDLE_MS + CLOSING_MS);
    });
  });
  server.on('timeout', (socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lost: () => lost,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
