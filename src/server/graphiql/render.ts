/** Runs in a thread of its own (`page.ts`). */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { GraphiqlOptions } from './page.ts';

/**
 * GraphiQL leaves the first animation of its tabs unfinished, and hides that until one is pressed: then the tab jumps from
 * under the pointer, and the click is lost.
 */
const STYLE = '.graphiql-tab { transform: none !important } .graphiql-logo { white-space: nowrap }';

const page = render(workerData);
const gzipped = new Uint8Array(gzipSync(page));
parentPort?.postMessage({ gzipped, etag: etagOf(page), policy: policyOf(page) }, [gzipped.buffer]);

function render({ tabs, headers }: GraphiqlOptions): string {
  const options = {
    title: 'Dubbing gateway',
    // Over WebSocket GraphiQL cannot send the headers of its tab in a way that signs in.
    subscriptionsProtocol: 'SSE' as const,
    defaultTabs: tabs.map((tab) => ({ ...tab, headers })),
    ...(headers !== null && { headers }),
    // They hold a token: it stays in the page, and is gone with it.
    shouldPersistHeaders: false,
  };
  const json = JSON.stringify(options);
  return (
    renderGraphiQL(options)
      // The options stand inside a script element, which "</script>" in one of them would end.
      .replace(json, () => json.replaceAll('<', '\\u003c'))
      .replace('</style>', () => `${STYLE}</style>`)
  );
}

function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

/**
 * The one inline script is allowed by its hash. Monaco's workers are made from blobs by it, its styles are inline. Speech
 * that was synthesised may be listened to from the console.
 */
function policyOf(text: string): string {
  const start = text.lastIndexOf('<script>', text.indexOf('function prepareBlob')) + '<script>'.length;
  const script = text.slice(start, text.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "connect-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
