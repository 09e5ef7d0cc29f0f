import { MessageType } from 'graphql-ws';

/** Front ends write the name as they please. */
export function authorizationIn(payload: unknown): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof entry?.[1] === 'string' ? entry[1] : undefined;
}

/** The caller's span: in the payload of `connection_init`, or in the `extensions` of an operation. Anything may stand there. */
export function traceparentIn(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined;
  if ('traceparent' in payload) return payload.traceparent;
  return 'extensions' in payload ? traceparentIn(payload.extensions) : undefined;
}

/** The answer to a ping; null if its payload is nested too deep: JSON reads what is nested some thousands deep, but does not write it. */
export function pongText(payload: object | undefined): string | null {
  try {
    return JSON.stringify({ type: MessageType.Pong, ...(payload && { payload }) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
