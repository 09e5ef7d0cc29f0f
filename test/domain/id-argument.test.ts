import { describe, expect, it } from 'vitest';
import { canExist, readId, readVideoIdWithin } from '../../src/domain/common/id-argument.ts';

const TYPES = ['DubbingProject', 'Video', 'Voice', 'Language', 'String'];
const isTypeName = (name: string) => TYPES.includes(name);
const read = (type: Parameters<typeof readId>[0], id: string) => readId(type, id, isTypeName);

describe('An id argument', () => {
  it('takes a global id of its type', () => {
    expect(read('DubbingProject', 'DubbingProject:12%2F3')).toEqual({ key: ['12/3'] });
    expect(read('Video', 'Video:proj_1/vid%2F2')).toEqual({ key: ['proj_1', 'vid/2'] });
  });

  it('takes a bare key, to the letter, though it holds a colon', () => {
    expect(read('DubbingProject', '12345')).toEqual({ key: ['12345'] });
    expect(read('DubbingProject', 'voice:Rachel')).toEqual({ key: ['voice:Rachel'] });
    expect(read('DubbingProject', ':1')).toEqual({ key: [':1'] });
    expect(read('DubbingProject', '12%2F3')).toEqual({ key: ['12%2F3'] });
    expect(read('DubbingProject', 'toString:1')).toEqual({ key: ['toString:1'] });
  });

  it('splits the bare key of a video at its first slash', () => {
    expect(read('Video', 'proj_1/vid/2')).toEqual({ key: ['proj_1', 'vid/2'] });
    expect(read('Video', 'vid_2')).toEqual({ fault: expect.stringContaining('neither') });
  });

  it('refuses a global id of another type, whether or not `node` can read it', () => {
    expect(read('DubbingProject', 'Video:proj_1/vid_2')).toEqual({ fault: expect.stringContaining('Video') });
    expect(read('DubbingProject', 'Language:fr')).toEqual({ fault: expect.any(String) });
    expect(read('DubbingProject', 'String:1')).toEqual({ fault: expect.any(String) });
  });

  it('refuses a global id of its type that cannot be read', () => {
    expect(read('Video', 'Video:vid_2')).toEqual({ fault: expect.any(String) });
    expect(read('DubbingProject', 'DubbingProject:%E0%A4')).toEqual({ fault: expect.any(String) });
    expect(read('DubbingProject', 'DubbingProject:a/b')).toEqual({ fault: expect.any(String) });
  });

  it("takes a video's own id within its studio project, and a global one of the same", () => {
    const within = (id: string) => readVideoIdWithin('proj_1', id, isTypeName);
    expect(within('vid_2')).toEqual({ key: ['proj_1', 'vid_2'] });
    expect(within('a/b')).toEqual({ key: ['proj_1', 'a/b'] });
    expect(within('Video:proj_1/vid_2')).toEqual({ key: ['proj_1', 'vid_2'] });
    expect(within('Video:proj_9/vid_2')).toEqual({ fault: expect.stringContaining('another studio project') });
    expect(within('DubbingProject:1')).toEqual({ fault: expect.any(String) });
  });
});

describe('A key', () => {
  it.each(['', '.', '..', 'a\nb', '\0', '\ud800'])('%j is that of nothing', (key) => {
    expect(canExist('DubbingProject', [key])).toBe(false);
    expect(canExist('Video', ['proj_1', key])).toBe(false);
  });

  it.each(['...', 'a b', 'ä', '😀', 'a/b', '%', '__proto__'])('%j may be that of something', (key) => {
    expect(canExist('DubbingProject', [key])).toBe(true);
  });

  it('longer than any id is that of nothing', () => {
    expect(canExist('DubbingProject', ['x'.repeat(1_024)])).toBe(true);
    expect(canExist('DubbingProject', ['x'.repeat(1_025)])).toBe(false);
  });

  it('`create` is no artifact, but may be anything else', () => {
    expect(canExist('Artifact', ['create'])).toBe(false);
    expect(canExist('DubbingProject', ['create'])).toBe(true);
  });
});
