/** Uploads onto a disk that is too small for all of them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BOUNDARY,
  begin,
  END,
  field,
  file,
  fileHead,
  MULTIPART,
  RECEIVE,
  startUploadBench,
  UPLOAD_HEADERS,
} from './upload-bench.ts';

const MEGABYTE = 1024 * 1024;
const DISK_MEGABYTES = 8;

/** A disk of its own, where this user may have one. */
function mountDisk(): (Disposable & { readonly path: string }) | null {
  const path = mkdtempSync(join(tmpdir(), 'upload-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmdirSync(path);
    return null;
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
}

function mayMount(): boolean {
  using disk = mountDisk();
  return disk !== null;
}

const formOf = (megabytes: number): Buffer<ArrayBuffer> =>
  Buffer.concat([
    field('operations', { query: RECEIVE, variables: { file: null } }),
    field('map', { 0: ['variables.file'] }),
    file('0', Buffer.alloc(megabytes * MEGABYTE)),
    END,
  ]);

describe.skipIf(!mayMount())('a disk that is too small', () => {
  it('takes the files that it has room for, and the others are refused before anything of them is written', async () => {
    using disk = mountDisk()!;
    await using bench = await startUploadBench({ spoolFolder: disk.path });
    const release = Promise.withResolvers<void>();
    bench.hold = release.promise;
    const answers = [5, 5, 5].map((megabytes) => bench.post(formOf(megabytes), { 'content-type': MULTIPART }));
    release.resolve();
    const all = await Promise.all((await Promise.all(answers)).map((answer) => answer.json()));
    const codes = all.map(({ errors }) => errors?.[0].extensions.code ?? 'taken');
    expect(codes.toSorted()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'taken']);
    for (const { errors } of all.filter(({ errors }) => errors))
      expect(errors[0].extensions.retryAfterSeconds).toBe(10);
    // A file that is gone leaves its room when it is closed as well.
    await expect.poll(() => statfsSync(disk.path)).toMatchObject({ bavail: (DISK_MEGABYTES * MEGABYTE) / 4096 });
    const later = await bench.post(formOf(7), { 'content-type': MULTIPART });
    expect((await later.json()).errors).toBeUndefined();
    await expect.poll(() => bench.spooled()).toEqual([]);
  });

  it('refuses with a code what did not say how large it is', async () => {
    using disk = mountDisk()!;
    await using bench = await startUploadBench({ spoolFolder: disk.path });
    const { socket, received } = begin(bench, `${UPLOAD_HEADERS}transfer-encoding: chunked\r\n`);
    const chunk = (bytes: Buffer) =>
      socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
    chunk(field('operations', { query: RECEIVE, variables: { file: null } }));
    chunk(field('map', { 0: ['variables.file'] }));
    chunk(fileHead('0'));
    for (let count = 0; count < DISK_MEGABYTES + 2; count++) chunk(Buffer.alloc(MEGABYTE));
    chunk(Buffer.from(`\r\n--${BOUNDARY}--\r\n`));
    await expect.poll(received).toMatch(/"code":"RATE_LIMITED"/);
    socket.destroy();
    await expect.poll(() => bench.spooled()).toEqual([]);
  });
});
