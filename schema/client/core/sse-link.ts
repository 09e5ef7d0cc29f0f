import type { Result } from './document.ts';
import type { LinkEvents, OpenLink, RequestBody } from './link.ts';

/** The statuses of a proxy without a gateway behind it, and of a gateway that is stopping or full. */
const TRY_AGAIN = /^(?:408|429|5\d\d)$/;

/** Server-sent events: a request for each subscription. The loss of one stream is the loss of the link. */
export const openSseLink: OpenLink = (url, token, events) => new SseLink(url, token, events);

class SseLink {
  readonly #url: string;
  readonly #token: string | null;
  readonly #events: LinkEvents;
  readonly #streams = new Map<string, AbortController>();
  #isOver = false;

  constructor(url: string, token: string | null, events: LinkEvents) {
    this.#url = url;
    this.#token = token;
    this.#events = events;
  }

  start(id: string, body: RequestBody): void {
    const controller = new AbortController();
    this.#streams.set(id, controller);
    this.#run(id, body, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) this.#end(() => this.#events.lost(String(error)));
    });
  }

  stop(id: string): void {
    this.#streams.get(id)?.abort();
    this.#streams.delete(id);
  }

  /** The gateway sends a comment every 10 s. */
  ping(): void {}

  close(): void {
    this.#isOver = true;
    for (const id of [...this.#streams.keys()]) this.stop(id);
  }

  #end(report: () => void): void {
    if (this.#isOver) return;
    this.close();
    report();
  }

  async #run(id: string, body: RequestBody, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    if (response.status === 401) this.#end(() => this.#events.refused('Unauthorized'));
    else if (TRY_AGAIN.test(String(response.status)) || response.body === null) {
      throw new Error(`The gateway answered with status ${response.status}.`);
    } else {
      this.#events.open();
      await this.#read(id, response.body);
      if (this.#streams.has(id)) throw new Error('The stream was cut.');
    }
  }

  async #read(id: string, body: ReadableStream<Uint8Array>): Promise<void> {
    const parse = createEventParser();
    const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.#isOver) return;
      this.#events.heard();
      for (const event of parse(value)) this.#take(id, event);
    }
  }

  #take(id: string, { type, data }: ServerEvent): void {
    if (!this.#streams.has(id)) return;
    if (type === 'next') this.#takeResult(id, JSON.parse(data) as Result);
    else if (type === 'complete') {
      this.#streams.delete(id);
      this.#events.complete(id);
    }
  }

  /** Errors without data are the end of a subscription that failed as a whole. */
  #takeResult(id: string, result: Result): void {
    if (result.data !== undefined) {
      this.#events.next(id, result);
      return;
    }
    this.stop(id);
    this.#events.error(id, result.errors ?? []);
  }
}

/** One server-sent event. */
interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** Takes a stream of server-sent events in pieces, cut anywhere, and returns the events that each piece completes. */
function createEventParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = `${rest}${piece}`.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const valueIn = (field: string) =>
        lines
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
          .join('\n');
      const type = valueIn('event');
      // A block of comments is a heartbeat.
      return type === '' ? [] : [{ type, data: valueIn('data') }];
    });
  };
}
