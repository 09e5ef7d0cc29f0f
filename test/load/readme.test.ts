import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOR_EACH_CHANGE, WAITING, WORKING } from './checks.ts';

const README = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const named = (text: string): string[] => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);

describe('the README of the load checks', () => {
  it('has a row for each check, and for no other', () => {
    const rows = [...README.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual([...WORKING, ...WAITING].map(({ name }) => name).toSorted());
  });

  it('names the checks that run for each change', () => {
    const paragraph = README.split('\n\n').find((text) => text.startsWith('For each change:')) ?? '';
    expect(named(paragraph)).toEqual(FOR_EACH_CHANGE.map(({ name }) => name));
  });

  it('opens with a glossary', () => {
    expect(README.split('\n').slice(0, 4)).toEqual(['# Load and leaks', '', 'Glossary:', '']);
  });
});
