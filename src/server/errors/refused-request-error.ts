import { BadRequestError } from '../../errors.ts';

/** A request that is refused for its form, before anything is known of its operation, and how HTTP says so. */
export class RefusedRequestError extends BadRequestError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
