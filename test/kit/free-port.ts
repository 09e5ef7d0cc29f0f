import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves: one of those may be given to another process at any time. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A port of 127.0.0.1 that nothing listens on, also for a server that ends and comes back at the same address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
