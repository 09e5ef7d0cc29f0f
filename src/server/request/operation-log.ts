import type { Logger } from 'pino';
import type { EventLog } from '../../contracts/event-log.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';

/** Is not asked for before a line is written: ids are drawn when first read. */
interface LoggedOperation {
  readonly requestId: string;
  readonly spanContext: SpanContext | null;
}

/**
 * The log of one operation: each of its lines has the request id, and the trace id where operations are traced. A child logger of
 * pino's says the same, but writes its fields when it is made, which costs more than a short operation.
 */
export class OperationLog implements EventLog {
  readonly #log: Logger;
  readonly #operation: LoggedOperation;

  constructor(log: Logger, operation: LoggedOperation) {
    this.#log = log;
    this.#operation = operation;
  }

  debug(fields: object, event: string): void {
    this.#write('debug', fields, event);
  }

  info(fields: object, event: string): void {
    this.#write('info', fields, event);
  }

  warn(fields: object, event: string): void {
    this.#write('warn', fields, event);
  }

  error(fields: object, event: string): void {
    this.#write('error', fields, event);
  }

  #write(level: keyof EventLog, fields: object, event: string): void {
    if (!this.#log.isLevelEnabled(level)) return;
    const { requestId, spanContext } = this.#operation;
    const ids = { requestId, ...(spanContext !== null && { traceId: spanContext.traceId }) };
    this.#log[level]({ ...ids, ...fields }, event);
  }
}
