import type { WriteStream } from 'node:tty';
import { render } from './render.ts';
import type { TerminalState } from './state.ts';

const ALTERNATE_SCREEN = '\x1b[?1049h\x1b[?25l';
const ORIGINAL_SCREEN = '\x1b[?25h\x1b[?1049l';
const HOME = '\x1b[H';
const CLEAR_LINE = '\x1b[K';
const CLEAR_BELOW = '\x1b[J';
/** A clock of seconds counts on, and a bar fills, without any update. */
const REDRAW_EVERY_MS = 500;
const DEFAULT_SIZE = { columns: 80, rows: 24 } as const;

/** Draws the state over the whole terminal until it is disposed of, which leaves the last picture in the scrollback. */
export function openScreen(output: WriteStream, current: () => TerminalState, now: () => number): Disposable {
  const picture = () =>
    render(
      current(),
      { columns: output.columns || DEFAULT_SIZE.columns, rows: output.rows || DEFAULT_SIZE.rows },
      now(),
    );
  const draw = () => {
    const lines = picture().map((line) => line + CLEAR_LINE);
    output.write(HOME + lines.join('\r\n') + CLEAR_BELOW);
  };
  output.write(ALTERNATE_SCREEN);
  draw();
  const timer = setInterval(draw, REDRAW_EVERY_MS);
  output.on('resize', draw);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      output.off('resize', draw);
      output.write(`${ORIGINAL_SCREEN}${picture().join('\n')}\n`);
    },
  };
}
