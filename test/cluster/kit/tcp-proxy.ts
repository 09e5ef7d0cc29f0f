import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before one server, as a network that fails. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** The address of the server, by way of the proxy. */
  readonly url: string;
  /** Breaks all connections, and refuses new ones until `mend`. */
  cut(): void;
  /** Connections stand, and new ones are taken, but nothing passes until `mend`. */
  swallow(): void;
  /** The same, but only for connections that have subscribed to something. */
  deafen(): void;
  /** Each piece of data passes so much later, in order. */
  delay(ms: number): void;
  /** All passes again; connections that have swallowed data are broken. */
  mend(): void;
}

type Mode = { readonly is: 'open'; readonly delayMs: number } | { readonly is: 'cut' | 'swallowing' };

interface TcpProxyOptions {
  /** Changes what the server sends. */
  readonly rewrite?: (text: string) => string;
}

export async function startTcpProxy(target: string, { rewrite }: TcpProxyOptions = {}): Promise<TcpProxy> {
  const { hostname, port, protocol } = new URL(target);
  const sockets = new Set<Socket>();
  const hasSwallowed = new Set<Socket>();
  const subscribed = new Set<Socket>();
  let mode: Mode = { is: 'open', delayMs: 0 };
  let isDeaf = false;
  const relay = (from: Socket, to: Socket, change: (text: string) => string = (text) => text): void => {
    sockets.add(from);
    from.on('data', (received) => {
      const data = Buffer.from(change(received.toString('latin1')), 'latin1');
      if (data.toString('latin1').includes('subscribe')) subscribed.add(from).add(to);
      const isSwallowed = mode.is === 'swallowing' || (isDeaf && subscribed.has(from));
      if (isSwallowed) hasSwallowed.add(from).add(to);
      if (isSwallowed || mode.is !== 'open') return;
      // Timers of one duration fire in order.
      if (mode.delayMs === 0) to.write(data);
      else setTimeout(() => to.writable && to.write(data), mode.delayMs);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    if (mode.is === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    relay(client, upstream);
    relay(upstream, client, rewrite);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    url: `${protocol}//127.0.0.1:${own}`,
    cut() {
      mode = { is: 'cut' };
      for (const socket of sockets) socket.destroy();
    },
    swallow() {
      mode = { is: 'swallowing' };
    },
    deafen() {
      isDeaf = true;
    },
    delay(delayMs) {
      mode = { is: 'open', delayMs };
    },
    mend() {
      isDeaf = false;
      mode = { is: 'open', delayMs: 0 };
      for (const socket of hasSwallowed) socket.destroy();
      hasSwallowed.clear();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
