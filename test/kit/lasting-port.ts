import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves, which a test of another process may be given at any time. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A free port of 127.0.0.1, for a server that ends and comes back at the same address. */
export async function findLastingPort(): Promise<string> {
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
    return String(port);
  }
}
