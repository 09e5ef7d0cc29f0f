type WriteEvent = (fields: object, event: string) => void;

/** The log as those see it who only write events with fields: the process's own (pino's `Logger` is one), or that of one operation. */
export interface EventLog {
  readonly debug: WriteEvent;
  readonly info: WriteEvent;
  readonly warn: WriteEvent;
  readonly error: WriteEvent;
}
