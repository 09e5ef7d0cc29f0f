import type { Browser, Page } from 'playwright-core';

/** A page of a front end, in a browser of its own. */
export interface Visit {
  readonly page: Page;
  /** The warnings and errors of its console. */
  readonly complaints: readonly string[];
  /** The WebSockets that it has opened. */
  sockets(): number;
  /** The updates that have come. */
  updates(): number;
  /** The subscriptions that were ever begun. */
  subscribed(): number;
  /** The subscriptions that are open now. */
  subscriptions(): number;
}

export interface VisitOptions {
  /** Whether time passes only as the test says. */
  readonly hasHandClock?: boolean;
  readonly token?: string;
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const page = await (await browser.newContext()).newPage();
  if (options.hasHandClock) await page.clock.install();
  if (options.token) await page.addInitScript(`sessionStorage.setItem('token', '${options.token}')`);
  const open = new Set<string>();
  const complaints: string[] = [];
  let sockets = 0;
  let updates = 0;
  let subscribed = 0;
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('websocket', (socket) => {
    sockets += 1;
    const follow = ({ payload }: { payload: string | Buffer }) => {
      const { type, id } = JSON.parse(String(payload));
      if (type === 'next') updates += 1;
      if (type === 'subscribe') {
        subscribed += 1;
        open.add(id);
      }
      if (type === 'complete' || type === 'error') open.delete(id);
    };
    socket.on('framesent', follow).on('framereceived', follow);
    socket.on('close', () => open.clear());
  });
  await page.goto(url);
  return {
    page,
    complaints,
    sockets: () => sockets,
    updates: () => updates,
    subscribed: () => subscribed,
    subscriptions: () => open.size,
  };
}

/** A page that is left open goes on to reconnect to a gateway that is gone. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
