import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface InterimProxy extends AsyncDisposable {
  readonly url: string;
}

/** How the bytes of an interim answer travel. */
export type Travel = 'as one packet' | 'byte by byte' | 'with the answer';

/** A proxy before the server at `url` that answers each request with `interim`, unasked, before its answer. */
export async function startInterimProxy(url: string, interim: string, travel: Travel): Promise<InterimProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let sent = Promise.resolve();
    let prefix = '';
    client.setNoDelay(true);
    client.on('data', (chunk) => {
      if (/^(GET|POST|PATCH|DELETE|PUT) /.test(chunk.toString('latin1', 0, 7))) {
        if (travel === 'with the answer') prefix = interim;
        else sent = sent.then(() => sendPackets(client, travel === 'byte by byte' ? [...interim] : [interim]));
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const bytes = Buffer.concat([Buffer.from(prefix), chunk]);
      prefix = '';
      sent = sent.then(() => void client.write(bytes));
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        void sent.then(() => [client, upstream].map((other) => other.destroySoon()));
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function sendPackets(socket: Socket, packets: readonly string[]): Promise<void> {
  for (const packet of packets) {
    if (!socket.writable) return;
    await new Promise((sent) => socket.write(packet, sent));
    // The other end of the loopback reads what has come before the next turn.
    await new Promise((turn) => setImmediate(turn));
  }
}
