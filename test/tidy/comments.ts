/** Rules for comments: a file begins with one; no code in them, no loose ends. */
import { type Comment, parseSync } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isOurs, isTest, lineAt, type Source } from './source.ts';

const LOOSE_END = /\b(?:FIXME|XXX|HACK)\b/;
const TODO = /\bTODO\b/;
const TODO_WITH_ISSUE = /\bTODO\(#\d+\)/;
const SWITCHED_OFF = /@ts-(?:ignore|nocheck|expect-error)/;
const TAG = /^\s*\*?\s*@(?:param|returns?)\b/;
const CODE_ENDING = /[;{}]$|=>$|^\w+(?:\.\w+)*\(.*\),?$/;
const CODE_MARK = /[=(){}[\]]/;

export function checkComments(source: Source): Finding[] {
  return source.comments.flatMap((comment) => {
    const first = lineAt(source.text, comment.start);
    return comment.value.split('\n').flatMap((text, at) => {
      const message = judgeWords(text) ?? (mayHoldCode(comment) ? judgeCode(text) : undefined);
      return message === undefined ? [] : [{ file: source.path, line: first + at, message }];
    });
  });
}

/** Source files outside tests begin with what they are for. */
export function checkHeader({ path, text }: Source): Finding[] {
  const needsOne = isOurs(path) && !isTest(path);
  if (!needsOne || text.startsWith('/**')) return [];
  return [{ file: path, line: 1, message: 'begin with a comment that says what this file is for' }];
}

function judgeWords(text: string): string | undefined {
  if (LOOSE_END.test(text)) {
    return 'finish it, or open an issue and write TODO(#number)';
  }
  if (TODO.test(text) && !TODO_WITH_ISSUE.test(text)) {
    return 'a TODO names its issue: TODO(#number)';
  }
  if (TAG.test(text)) {
    return 'the names and types of parameters say this already';
  }
  return SWITCHED_OFF.test(text) ? 'the compiler is not to be silenced' : undefined;
}

/** A documentation comment may show a line of code; others have no reason to. */
function mayHoldCode({ type, value }: Comment): boolean {
  return !(type === 'Block' && value.startsWith('*'));
}

function judgeCode(text: string): string | undefined {
  const line = text.trim().replace(/^\*\s*/, '');
  return looksLikeCode(line) ? 'commented-out code: delete it' : undefined;
}

function looksLikeCode(line: string): boolean {
  if (!CODE_ENDING.test(line) || !CODE_MARK.test(line)) {
    return false;
  }
  return closings(line).some((candidate) => parses(candidate));
}

/** One line of a block is not a whole statement: try it with what it may have lost. */
function closings(line: string): string[] {
  const body = line.replace(/,$/, '');
  return [body, `${body}}`, `${body}})`, `if (true) {${body}`, `if (true) {${body}}`, `${body} 0`];
}

function parses(text: string): boolean {
  return parseSync('comment.ts', `async function f() {\n${text}\n}`).errors.length === 0;
}
