import { once } from 'node:events';
import { constants, fstatSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import sonicBoom from 'sonic-boom';

/** Where the lines of the log go. Writing never waits, and never throws. */
export interface LogOutput {
  write(line: string): void;
  /** Resolves once all is written, or nobody has read for a second: the process must not wait for them. */
  end(): Promise<void>;
}

/** What waits for a reader that stands still. Lines beyond it are dropped, and counted. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const END_MS = 1_000;

/**
 * Standard output.
 * @param onResume called with the number of lines that were dropped, once there is room for more
 */
export function openLogOutput(onResume: (droppedLines: number) => void): LogOutput {
  const sink = new sonicBoom.SonicBoom({ fd: openStandardOutput(), maxLength: MOST_WAITING_BYTES });
  let waitingBytes = 0;
  let droppedLines = 0;
  let isBroken = false;
  sink.on('drop', (line: string) => {
    waitingBytes -= Buffer.byteLength(line);
    droppedLines += 1;
  });
  sink.on('write', (bytes: number) => {
    waitingBytes -= bytes;
    if (droppedLines === 0 || waitingBytes > MOST_WAITING_BYTES / 2) return;
    const count = droppedLines;
    droppedLines = 0;
    onResume(count);
  });
  // A reader that has left does not come back; a full disk may have room again, and is tried with the next line.
  sink.on('error', (error: NodeJS.ErrnoException) => {
    isBroken ||= error.code === 'EPIPE';
  });
  return {
    write(line) {
      if (isBroken) return;
      waitingBytes += Buffer.byteLength(line);
      sink.write(line);
    },
    async end() {
      if (waitingBytes > 0 && !isBroken) {
        await Promise.race([once(sink, 'drain').catch(() => undefined), pause(END_MS)]);
      }
      sink.destroy();
    },
  };
}

const STANDARD_OUTPUT = 1;

/**
 * A descriptor of its own for standard output, whose writing never blocks: a reader may stand still (a pager, a terminal
 * after Ctrl-S), and the descriptor that was inherited is shared with other programs.
 */
function openStandardOutput(): number {
  // Writing to a file waits for nobody, and one that is opened anew would be written from its beginning.
  if (fstatSync(STANDARD_OUTPUT).isFile()) return STANDARD_OUTPUT;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // A socket, another user's pipe, or a system without that folder: node makes it non-blocking as it makes a stream of it.
    if (!isatty(STANDARD_OUTPUT)) process.stdout.on('error', () => undefined);
    return STANDARD_OUTPUT;
  }
}
