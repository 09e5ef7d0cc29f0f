import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const WRITER = fileURLToPath(new URL('log-writer.ts', import.meta.url));
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

interface Line {
  readonly index?: number;
  readonly droppedLines?: number;
}

/** A program that has logged so many bytes, of which nobody has read any. */
async function logged(bytes: number, stdout: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [WRITER, String(bytes)], { stdio: ['pipe', stdout, 'pipe'] });
  const [report] = await once(child.stderr!, 'data');
  return { child, ...(JSON.parse(String(report)) as { readonly lines: number; readonly residentMb: number }) };
}

/** Reads all that comes until there is a line as wanted. */
async function readUntil(child: ChildProcess, isLast: (line: Line) => boolean): Promise<Line[]> {
  const lines: Line[] = [];
  let rest = '';
  for await (const text of child.stdout!.setEncoding('utf8')) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part)));
    if (lines.some(isLast)) break;
  }
  return lines;
}

describe('a reader of the log that stands still', () => {
  it('is waited for with 8 MB of whole lines, and then told how many were dropped', async () => {
    const { child, lines } = await logged(3 * MOST_WAITING_BYTES);
    const reading = readUntil(child, ({ droppedLines }) => droppedLines !== undefined);
    const read = await reading;
    const indexes = read.flatMap(({ index }) => index ?? []);
    const dropped = read.find(({ droppedLines }) => droppedLines)!.droppedLines!;
    expect(indexes).toEqual(indexes.map((_, place) => place));
    expect((lines - dropped) * 1000).toBeGreaterThan(MOST_WAITING_BYTES * 0.95);
    expect((lines - dropped) * 1000).toBeLessThan(MOST_WAITING_BYTES * 1.1);
    child.stdin!.write('end');
    child.stdout!.resume();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('does not keep the program from ending', async () => {
    const { child } = await logged(3 * MOST_WAITING_BYTES);
    child.stdin!.write('end');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('costs no more memory, however much is logged', async () => {
    const little = await logged(MOST_WAITING_BYTES);
    const much = await logged(12 * MOST_WAITING_BYTES);
    expect(much.residentMb - little.residentMb).toBeLessThan(48);
    for (const { child } of [little, much]) child.kill('SIGKILL');
  });

  it('may have left for good', async () => {
    const { child } = await logged(1000);
    child.stdout!.destroy();
    await once(child.stdout!, 'close');
    child.stdin!.write('log');
    child.stdin!.write('end');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it('may be a device that has no room', async () => {
    const full = openSync('/dev/full', 'w');
    const { child } = await logged(3 * MOST_WAITING_BYTES, full);
    closeSync(full);
    child.stdin!.write('end');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
