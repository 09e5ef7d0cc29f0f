import { Worker } from 'node:worker_threads';

/** The tabs that GraphiQL opens with. */
export interface GraphiqlTab {
  /** The document, its comments included. */
  readonly query: string;
  /** JSON, as the editor shows it. */
  readonly variables?: string;
}

export interface GraphiqlOptions {
  readonly tabs: readonly GraphiqlTab[];
  /** JSON of the headers that a tab starts with; null for none. */
  readonly headers: string | null;
}

export interface GraphiqlPage {
  readonly gzipped: Buffer;
  readonly etag: string;
  /** Content-Security-Policy: nothing is run but the page's own script, nothing is fetched but from the gateway. */
  readonly policy: string;
}

/**
 * Renders GraphiQL's page, of 9 MB, and compresses it, in a thread that ends with it: what that takes (a second,
 * and 140 MB) neither stops the gateway from answering nor stays in its memory; the 2.4 MB of the result do.
 */
export function renderGraphiqlPage(options: GraphiqlOptions): Promise<GraphiqlPage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./render.ts', import.meta.url), { workerData: options });
    worker.once('message', ({ gzipped, etag, policy }) =>
      resolve({ gzipped: Buffer.from(gzipped.buffer), etag, policy }),
    );
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`Rendering GraphiQL ended early with code ${code}.`)));
    worker.unref();
  });
}
