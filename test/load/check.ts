/** The results of one check of the gateway under load: its figures, and their bounds. */
export interface Findings {
  /** A figure without a bound of its own. */
  note(what: string, value: string): void;
  atMost(what: string, value: number, bound: number, unit: Unit): void;
  /** For what shows that the check has checked anything. */
  atLeast(what: string, value: number, bound: number, unit: Unit): void;
}

/** `''` for what is counted. */
export type Unit = 'MB' | 'KB' | 'ms' | 'µs' | 's' | '%' | '';

interface Scale {
  /** The short form is for each change, the full one for a release. */
  readonly isShort: boolean;
  /** How long a check lasts that goes on for some time, where it is not to be its own full length. */
  readonly minutes?: number;
}

export interface Check {
  /** The name of the check in `npm run test:load -- <name>`. */
  readonly name: string;
  run(findings: Findings, scale: Scale): Promise<void>;
}
