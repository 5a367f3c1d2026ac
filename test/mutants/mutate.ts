/**
 * The small faults that can be planted in a source file. Each changes one thing that a rule could
 * be about: a comparison, a bound, a sign, a condition, a call, a row. What nobody could notice is
 * left out: types, texts, the log, patience, assertions, which hold whatever they ask, and the
 * choice between two ways that give the same.
 */
import type { BinaryOperator, LogicalOperator, Node } from 'oxc-parser';
import { lineAt, type Source, walk } from '../tidy/source.ts';

export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly kind: MutantKind;
  /** What stands there, and what takes its place. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const MUTANT_KINDS = [
  'boundary',
  'comparison',
  'min-max',
  'plus-minus',
  'removed-call',
  'negated',
  'and-or',
  'constant',
  'removed-row',
] as const;

export type MutantKind = (typeof MUTANT_KINDS)[number];

/** What takes the place of a stretch of text. */
interface Change {
  readonly kind: MutantKind;
  readonly node: { readonly start: number; readonly end: number };
  readonly text: string;
}

type Swaps<Operator extends string> = Readonly<Partial<Record<Operator, string>>>;

const BOUNDARY: Swaps<BinaryOperator> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const COMPARISON: Swaps<BinaryOperator> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
const SUM: Swaps<BinaryOperator> = { '+': '-', '-': '+', '*': '/', '%': '*' };
const LOGICAL: Swaps<LogicalOperator> = { '&&': '||', '||': '&&' };

/** The call says something to people, waits, or holds anyway. */
const UNSEEN_CALL = new RegExp(
  `^(?:${[
    ...['assert', 'unreachable', 'log', 'logger', 'debug', 'info', 'warn', 'error', 'fatal'],
    ...['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'sleep', 'ref', 'unref'],
  ].join('|')})$`,
);
/** How long something waits or how much is kept at hand: a few more or less change nothing. */
const UNSEEN_NAME =
  /MILLIS|SECONDS|TIMEOUT|PATIENCE|EVERY|BYTES|KEPT|CACHE|BUFFER|WIDTH|COLUMNS|delay|timeout/;

export function findMutants(source: Source): Mutant[] {
  const { path, text, program } = source;
  const mutants: Mutant[] = [];
  walk(program, (node, above) => {
    if (above.some(isUnseen) || isUnseen(node)) return;
    for (const { kind, node: place, text: put } of findChanges(source, node, above)) {
      const line = lineAt(text, place.start);
      mutants.push({ path, line, kind, start: place.start, end: place.end, text: put });
    }
  });
  return mutants;
}

export const plant = (text: string, { start, end, text: put }: Mutant): string =>
  text.slice(0, start) + put + text.slice(end);

/** One line for people: what stood there and what stands there now. */
export function describeMutant(text: string, mutant: Mutant): string {
  const first = text.lastIndexOf('\n', mutant.start) + 1;
  const last = text.indexOf('\n', mutant.end);
  const show = (part: string): string => part.replaceAll(/\s+/g, ' ').trim().slice(0, 150);
  const before = text.slice(first, last);
  const after = text.slice(first, mutant.start) + mutant.text + text.slice(mutant.end, last);
  return `${mutant.path}:${mutant.line} ${mutant.kind}\n  - ${show(before)}\n  + ${show(after)}`;
}

function findChanges(source: Source, node: Node, above: readonly Node[]): Change[] {
  const { text } = source;
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
      return swapBinary(node, text, above.at(-1));
    case 'LogicalExpression':
      return swapOperator('and-or', node, LOGICAL[node.operator], text);
    case 'IfStatement':
    case 'ConditionalExpression':
      return [{ kind: 'negated', node: node.test, text: `!(${textOf(node.test)})` }];
    case 'MemberExpression':
      return swapMinMax(node, text);
    case 'ExpressionStatement':
      return removeCall(node);
    case 'Literal':
      return changeConstant(source.path, node, above);
    case 'ArrayExpression':
      return removeRows(node.elements, above);
    case 'ObjectExpression':
      return removeRows(node.properties, above);
    default:
      return [];
  }
}

type BinaryNode = Extract<Node, { type: 'BinaryExpression' }>;

function swapBinary(node: BinaryNode, text: string, parent: Node | undefined): Change[] {
  if (SUM[node.operator] !== undefined)
    return isOfText(node) ? [] : swapOperator('plus-minus', node, SUM[node.operator], text);
  const isBoundary = !isSameWhenEqual(node, text, parent);
  return [
    ...(isBoundary ? swapOperator('boundary', node, BOUNDARY[node.operator], text) : []),
    ...swapOperator('comparison', node, COMPARISON[node.operator], text),
  ];
}

/**
 * Whether both ways give the same where the two are equal, so that nobody could tell which is
 * taken: `a < b ? a : b`, `if (a < b) b = a`, and `a < b ? -1 : 1`, by which things are sorted that
 * are never equal.
 */
function isSameWhenEqual(node: BinaryNode, text: string, parent: Node | undefined): boolean {
  const textOf = ({ start, end }: Node): string =>
    text
      .slice(start, end)
      .replace(/!$/, '')
      .replace(/^\((.*)\)$/s, '$1');
  const sides = [textOf(node.left), textOf(node.right)];
  const isOf = (one: Node, other: Node): boolean =>
    [textOf(one), textOf(other)].toSorted().join() === sides.toSorted().join();
  if (parent?.type === 'ConditionalExpression' && parent.test === node) {
    const { consequent, alternate } = parent;
    const signs = [textOf(consequent), textOf(alternate)].toSorted().join();
    return signs === '-1,1' || isOf(consequent, alternate);
  }
  if (parent?.type !== 'IfStatement' || parent.alternate !== null) return false;
  const { consequent } = parent;
  const only = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const [first] = only;
  if (only.length !== 1 || first?.type !== 'ExpressionStatement') return false;
  const { expression } = first;
  const isSet = expression.type === 'AssignmentExpression' && expression.operator === '=';
  return isSet && isOf(expression.left, expression.right);
}

/** Whether a sum puts texts together. */
function isOfText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  return node.type === 'BinaryExpression' && (isOfText(node.left) || isOfText(node.right));
}

function swapOperator(
  kind: MutantKind,
  { left, right, operator }: { left: Node; right: Node; operator: string },
  put: string | undefined,
  text: string,
): Change[] {
  if (put === undefined) return [];
  const start = text.indexOf(operator, left.end);
  const end = start + operator.length;
  return end <= right.start ? [{ kind, node: { start, end }, text: put }] : [];
}

function swapMinMax(node: Extract<Node, { type: 'MemberExpression' }>, text: string): Change[] {
  const written = text.slice(node.start, node.end);
  if (written === 'Math.min') return [{ kind: 'min-max', node, text: 'Math.max' }];
  return written === 'Math.max' ? [{ kind: 'min-max', node, text: 'Math.min' }] : [];
}

function removeCall(node: Extract<Node, { type: 'ExpressionStatement' }>): Change[] {
  const { expression } = node;
  const awaited = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const isCall = awaited.type === 'CallExpression' && awaited.callee.type !== 'Super';
  if (!isCall || isUnseen(awaited)) return [];
  return [{ kind: 'removed-call', node, text: ';' }];
}

function changeConstant(
  path: string,
  node: Extract<Node, { type: 'Literal' }>,
  above: readonly Node[],
): Change[] {
  const { value } = node;
  if (typeof value === 'boolean') return [{ kind: 'constant', node, text: String(!value) }];
  if (typeof value === 'bigint') return [{ kind: 'constant', node, text: `${value + 1n}n` }];
  // How wide something is drawn, no test should fix.
  if (typeof value !== 'number' || path.startsWith('src/web/')) return [];
  if (above.at(-1)?.type === 'BinaryExpression' && value <= 1) return [];
  return [{ kind: 'constant', node, text: String(value <= 10 ? value + 1 : 2 * value) }];
}

/** Of a list that is written down with the module: there a row is a case. */
function removeRows(rows: readonly (Node | null)[], above: readonly Node[]): Change[] {
  const isInFunction = above.some(({ type }) => /Function/.test(type));
  if (isInFunction || rows.length < 3) return [];
  return rows.flatMap((row, at) => {
    if (row === null || row.type === 'SpreadElement') return [];
    const [before, next] = [rows[at - 1], rows[at + 1]];
    const start = next === undefined ? (before?.end ?? row.start) : row.start;
    const end = next?.start ?? row.end;
    return [{ kind: 'removed-row' as const, node: { start, end }, text: '' }];
  });
}

function isUnseen(node: Node): boolean {
  if (node.type === 'CallExpression') return UNSEEN_CALL.test(nameOf(node.callee));
  if (node.type === 'VariableDeclarator') return UNSEEN_NAME.test(nameOf(node.id));
  if (node.type === 'Property') return UNSEEN_NAME.test(nameOf(node.key));
  const isType = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  return (
    isType ||
    node.type === 'ImportDeclaration' ||
    node.type === 'ThrowStatement' ||
    node.type === 'TemplateLiteral'
  );
}

/** The last word of `log`, `this.#log`, `assert.equal`. */
function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') {
    const name = nameOf(node.property);
    return UNSEEN_CALL.test(name) ? name : nameOf(node.object);
  }
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';
}
