import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema/index.ts';
import { commentsOf } from './kit/comments.ts';
import { DOCUMENTS, headingsOf } from './kit/documents.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const SOURCES = globSync('{src,schema,test}/**/*.{ts,js}', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(`${ROOT}${path}`, 'utf8'),
}));

/** The product's files, without its tests. */
const PRODUCT = SOURCES.filter(({ path }) => !path.startsWith('test/') && !path.startsWith('src/sandbox/media/'));

const COMMENTS = SOURCES.flatMap(({ path, text }) =>
  commentsOf(text).map((comment) => ({ ...comment, at: `${path}:${comment.line}` })),
);

/** A relative clause in the place of a subject. */
const RIDDLE = /^(?:What|Whoever|Whatever|Of)\b/;
const RIDDLE_INSIDE = /[.!?] (?:What|Whoever|Whatever|Of) /;
const TELL = /\b(?:told|tells?|telling)\b/i;

describe('The descriptions of the graph', () => {
  const descriptions = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap(descriptionsOf);

  it('are sentences that begin with their subject', () => {
    expect(descriptions.filter((text) => RIDDLE.test(text) || RIDDLE_INSIDE.test(text))).toEqual([]);
    expect(descriptions.filter((text) => !/^[\p{Lu}\d"`-]/u.test(text) || !/[.…)`]$/.test(text))).toEqual([]);
  });

  it('do without the verb tell', () => {
    expect(descriptions.filter((text) => TELL.test(text))).toEqual([]);
  });
});

describe('The folders of the product', () => {
  it('have at most 22 files of code side by side', () => {
    const folders = Map.groupBy(PRODUCT, ({ path }) => dirname(path));
    expect([...folders].filter(([, files]) => files.length > 22).map(([folder]) => folder)).toEqual([]);
  });
});

describe('The messages of errors', () => {
  const messages = PRODUCT.filter(({ path }) => !path.startsWith('src/sandbox/')).flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /(?:new \w*Error|issueAt|refuse)\(\s*(?:\[[^\]]*\],\s*(?:'[A-Z_]+',\s*)?)?(['"`])((?:[^\\]|\\.)*?)\1/g,
      ),
    ].map(([, , message = '']) => `${path}: ${message}`),
  );

  it('are found', () => expect(messages.length).toBeGreaterThan(40));

  it('say what is wrong or what must be, without riddles', () => {
    const riddles =
      /: (?:What|Whoever|Whatever|Of|It must|It needs) |There is no such |\bis no\b|\b(?:told|tells?)\b|\bnobody\b/;
    expect(messages.filter((message) => riddles.test(message))).toEqual([]);
  });
});

describe('The lines of the log', () => {
  it('are events in lower case, without a full stop', () => {
    const events = PRODUCT.filter(({ path }) => !path.startsWith('src/sandbox/')).flatMap(({ text }) =>
      [...text.matchAll(/\blog\.(?:debug|info|warn|error|fatal)\((?:\{[^;]*?\},\s*)?'([^']+)'/g)].map(
        ([, event = '']) => event,
      ),
    );
    expect(events.length).toBeGreaterThan(10);
    expect(
      events.filter((event) => !/^[a-z][^.]*$/.test(event) || /\b(?:could not|was not|has been)\b/.test(event)),
    ).toEqual([]);
  });
});

describe('The comments', () => {
  it('begin with their subject, but for three in a hundred', () => {
    const riddles = COMMENTS.filter(({ text }) => RIDDLE.test(text));
    expect(riddles.length / COMMENTS.length, riddles.map(({ at, text }) => `${at}: ${text}`).join('\n')).toBeLessThan(
      0.03,
    );
  });

  it('cite documents and sections that stand in the repository', () => {
    const cited = SOURCES.flatMap(({ path, text }) =>
      commentsOf(text).flatMap(({ text: comment }) =>
        [...comment.matchAll(/(?<![\w/.-])([\w/.-]*\w\.md)(?:, "([^"]+)")?/g)].map(([all, document = '', section]) => ({
          at: `${path}: ${all}`,
          document: DOCUMENTS.find((known) => known.path === document || basename(known.path) === document),
          section,
        })),
      ),
    );
    expect(cited.length).toBeGreaterThan(50);
    const isDangling = ({ document, section }: (typeof cited)[number]) =>
      document === undefined || (section !== undefined && !headingsOf(document.text).includes(section));
    expect(cited.filter(isDangling).map(({ at }) => at)).toEqual([]);
  });

  it('cite no document that stands elsewhere', () => {
    const elsewhere = SOURCES.flatMap(({ path, text }) =>
      commentsOf(text)
        .filter(({ text: comment }) => /\((?:behaviour|interface)[,:]|\binterface document\b/i.test(comment))
        .map(({ line }) => `${path}:${line}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('Every file', () => {
  it('is free of paths of a machine', () => {
    const files = [...SOURCES, ...DOCUMENTS].filter(({ path }) => path !== 'test/prose.test.ts');
    const own = files.filter(({ text }) => /(?:^|[\s'"`(])\/(?:work|home|root|Users)\//m.test(text));
    expect(own.map(({ path }) => path)).toEqual([]);
  });
});

function descriptionsOf(type: GraphQLNamedType): string[] {
  const texts = [type.description];
  if (isEnumType(type)) texts.push(...type.getValues().map(({ description }) => description));
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      texts.push(field.description);
      if ('args' in field)
        texts.push(...field.args.map((argument: { description?: string | null | undefined }) => argument.description));
    }
  }
  return texts.filter((text) => typeof text === 'string');
}
