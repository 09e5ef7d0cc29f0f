import type { RequestTrace, RunningSpan, SpanAttributes, Tracing } from '../../contracts/tracing.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import { isRecorded } from './sampler.ts';

/**
 * A shared request has many causes: the first is the parent of its spans, each other one that is recorded is a link. One that
 * is not has no span that a link could lead to.
 */
export class TracedRequest implements RequestTrace {
  readonly parent: SpanContext | null;
  readonly #start: Tracing['start'];
  readonly #links: SpanContext[] = [];
  #current: RunningSpan | null = null;

  constructor(start: Tracing['start'], parent: SpanContext | null) {
    this.#start = start;
    this.parent = parent;
  }

  startTry(endpoint: string, attributes: SpanAttributes): RunningSpan {
    this.#current = this.#start(endpoint, { kind: 'client', parent: this.parent, attributes, links: this.#links });
    return this.#current;
  }

  link(sharing: RequestTrace | undefined): void {
    const context = sharing?.parent ?? null;
    if (context === null || !isRecorded(context)) return;
    this.#links.push(context);
    this.#current?.link(context);
  }
}
