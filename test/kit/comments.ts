export interface Comment {
  readonly line: number;
  /** Without its marks and line breaks. */
  readonly text: string;
}

/** A string, a template, a regular expression (after an operator), or a comment. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[=(,:;!&|?{}[\n+]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

/** The comments of a source text. Consecutive line comments are one. */
export function commentsOf(source: string): Comment[] {
  const comments: { line: number; end: number; text: string }[] = [];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (!token.startsWith('//') && !token.startsWith('/*')) continue;
    const line = source.slice(0, index).split('\n').length;
    const text = plain(token);
    const previous = comments.at(-1);
    if (token.startsWith('//') && previous !== undefined && previous.end === line - 1 && isAlone(source, index)) {
      previous.text = `${previous.text} ${text}`;
      previous.end = line;
    } else {
      comments.push({ line, text, end: line + token.split('\n').length - 1 });
    }
  }
  return comments.map(({ line, text }) => ({ line, text }));
}

function isAlone(source: string, index: number): boolean {
  return source.slice(source.lastIndexOf('\n', index) + 1, index).trim() === '';
}

function plain(token: string): string {
  return token
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, '').trim())
    .join(' ')
    .trim();
}
