/** One server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** Takes a stream of server-sent events in pieces, cut anywhere, and returns the events that each piece completes. */
export function createEventParser(): (piece: string) => ServerEvent[] {
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
