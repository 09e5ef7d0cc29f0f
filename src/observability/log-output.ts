import { once } from 'node:events';
import { constants, fstatSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import sonicBoom from 'sonic-boom';

/** The destination of log lines. Writing never waits and never throws. */
export interface LogOutput {
  write(line: string): void;
  /** Resolves once everything is written, or if the reader stands still for a second. */
  end(): Promise<void>;
}

/** The maximum that waits for a slow reader. Further lines are dropped and counted. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;
const END_MS = 1_000;

/**
 * Standard output.
 * @param onResume called with the number of dropped lines once there is room again
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
  // A closed reader stays closed. A full disk may have room again and is tried with the next line.
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
 * A separate, non-blocking descriptor for standard output. A reader may stand still (a pager, a terminal after Ctrl-S),
 * and the inherited descriptor is shared with other programs.
 */
function openStandardOutput(): number {
  // Writing to a file does not block, and a reopened file would be overwritten from its beginning.
  if (fstatSync(STANDARD_OUTPUT).isFile()) return STANDARD_OUTPUT;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // A socket, another user's pipe, or a system without that folder: node's stream makes it non-blocking.
    if (!isatty(STANDARD_OUTPUT)) process.stdout.on('error', () => undefined);
    return STANDARD_OUTPUT;
  }
}
