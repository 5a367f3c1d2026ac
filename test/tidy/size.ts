/** Rules of size: 100 columns, functions that fit a screen, files that fit a sitting. */
import type { Node } from 'oxc-parser';
import { LONG_FILES, LONG_FUNCTIONS, type SizeException, WIDE_LINES } from './exceptions.ts';
import type { Finding } from './finding.ts';
import { lineAt, type Source, walk } from './source.ts';

export const COLUMNS_MAX = 100;
export const FUNCTION_LINES_MAX = 70;
export const FILE_LINES_MAX = 400;

/** Something measured: where it is and how much of it there is. */
interface Measure {
  readonly where: string;
  readonly line: number;
  readonly size: number;
}

interface Limit {
  readonly what: string;
  readonly max: number;
  readonly exceptions: readonly SizeException[];
}

export function checkColumns(sources: readonly Source[], exceptions = WIDE_LINES): Finding[] {
  const measures = sources.flatMap(({ path, text }) =>
    text.split('\n').map((line, at) => ({ where: path, line: at + 1, size: [...line].length })),
  );
  return checkLimit(measures, { what: 'columns', max: COLUMNS_MAX, exceptions });
}

export function checkFunctions(sources: readonly Source[], exceptions = LONG_FUNCTIONS): Finding[] {
  const measures = sources.flatMap(measureFunctions);
  return checkLimit(measures, { what: 'lines in a function', max: FUNCTION_LINES_MAX, exceptions });
}

export function checkFiles(sources: readonly Source[], exceptions = LONG_FILES): Finding[] {
  const measures = sources.map(({ path, text }) => {
    return { where: path, line: 1, size: text.trimEnd().split('\n').length };
  });
  return checkLimit(measures, { what: 'lines in a file', max: FILE_LINES_MAX, exceptions });
}

function checkLimit(measures: readonly Measure[], { what, max, exceptions }: Limit): Finding[] {
  const maxByPlace = new Map(exceptions.map((exception) => [exception.where, exception.max]));
  const findings: Finding[] = measures
    .filter(({ where, size }) => size > (maxByPlace.get(where) ?? max))
    .map(({ where, line, size }) => {
      const [file = where, name] = where.split('#');
      const limit = maxByPlace.get(where) ?? max;
      const message = `${name ? `${name}: ` : ''}${size} ${what}, at most ${limit}`;
      return { file, line, message };
    });
  const large = new Set(measures.filter(({ size }) => size > max).map(({ where }) => where));
  for (const { where } of exceptions.filter((exception) => !large.has(exception.where))) {
    findings.push({ file: where, line: 1, message: `needs no exception for ${what} any more` });
  }
  return findings;
}

function measureFunctions({ path, text, program }: Source): Measure[] {
  const measures: Measure[] = [];
  walk(program, (node, above) => {
    const parent = above.at(-1);
    if (isFunction(node) && !isTestGroup(parent)) {
      const line = lineAt(text, node.start);
      const where = `${path}#${nameOf(node, parent)}`;
      measures.push({ where, line, size: lineAt(text, node.end) - line + 1 });
    }
  });
  return measures;
}

function isFunction(node: Node): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** What `describe` is given holds tests, and each of those is measured by itself. */
function isTestGroup(parent: Node | undefined): boolean {
  return (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'Identifier' &&
    parent.callee.name === 'describe'
  );
}

function nameOf(node: Node, parent: Node | undefined): string {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') {
    if (node.id) {
      return node.id.name;
    }
  }
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    return parent.id.name;
  }
  const isMember =
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition' ||
    parent?.type === 'Property';
  return isMember && parent.key.type === 'Identifier' ? parent.key.name : '(unnamed)';
}
