/**
 * What pure floors may not touch: the clock, randomness, input and output, anything asynchronous,
 * and arithmetic whose last digit depends on the machine.
 */
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { findFloor, isPure } from './floors.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

const BANNED_NAMES: ReadonlyMap<string, string> = new Map([
  ['Date', 'time arrives inside an entry'],
  ['performance', 'time arrives inside an entry'],
  ['Promise', 'the core is synchronous'],
  ['setTimeout', 'passing time is a command'],
  ['setInterval', 'passing time is a command'],
  ['setImmediate', 'the core is synchronous'],
  ['queueMicrotask', 'the core is synchronous'],
  ['process', 'settings are passed in'],
  ['globalThis', 'the core knows only the language'],
  ['console', 'the core does no output'],
  ['fetch', 'the core does no input'],
  ['crypto', 'randomness arrives inside an entry'],
  ['require', 'imports are static'],
  ['eval', 'code is written, not made'],
  ['parseFloat', 'numbers are integers'],
  ['Intl', 'formatting must not depend on the machine'],
]);

const BANNED_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['parseFloat', 'numbers are integers'],
  ['toFixed', 'numbers are integers'],
  ['toPrecision', 'numbers are integers'],
  ['toExponential', 'numbers are integers'],
  ['toLocaleString', 'formatting must not depend on the machine'],
  ['localeCompare', 'order must not depend on the machine'],
]);

/** Exact on integers; every other member of Math is a float function or random. */
const ALLOWED_MATH: ReadonlySet<string> = new Set([
  'abs',
  'ceil',
  'clz32',
  'floor',
  'imul',
  'max',
  'min',
  'sign',
  'trunc',
]);

/** The wire floor turns decimals into integers, so it may write fractions down. */
const MAY_WRITE_FRACTIONS: ReadonlySet<string> = new Set(['wire']);

/** Other floors whose digits must be the same on every machine: a seed is a market everywhere. */
const STEADY: ReadonlySet<string> = new Set(['market', 'contest']);
const UNSTEADY_MATH = /^(?:a?(?:cos|sin|tan)h?|atan2|cbrt|expm?1?|hypot|log(?:10|1p|2)?|pow)$/;

function checkSteady(source: Source): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node, above) => {
    const message = judgeSteady(node, above.at(-1));
    if (message !== undefined)
      findings.push({ file: source.path, line: lineAt(source.text, node.start), message });
  });
  return findings;
}

function judgeSteady(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === '**')
    return node.left.type === 'Literal' && node.right.type === 'Literal'
      ? undefined
      : '** is banned here: power of steady-math.ts has the same digits everywhere';
  if (node.type !== 'Identifier' || !UNSTEADY_MATH.test(node.name)) return undefined;
  const isOfMath =
    parent?.type === 'MemberExpression' &&
    parent.property === node &&
    parent.object.type === 'Identifier' &&
    parent.object.name === 'Math';
  return isOfMath
    ? `Math.${node.name} is banned here: steady-math.ts has the same digits everywhere`
    : undefined;
}

export function checkPurity(source: Source): Finding[] {
  if (STEADY.has(findFloor(source.path)?.name ?? ''))
    return isTest(source.path) ? [] : checkSteady(source);
  if (!isPure(source.path)) {
    return [];
  }
  const mayWriteFractions = MAY_WRITE_FRACTIONS.has(findFloor(source.path)?.name ?? '');
  const findings: Finding[] = [];
  walk(source.program, (node, above) => {
    const parent = above.at(-1);
    const message = judgeName(node, parent) ?? judgeSyntax(node) ?? judgeNumber(node);
    if (message !== undefined && !(mayWriteFractions && isFraction(node))) {
      findings.push({ file: source.path, line: lineAt(source.text, node.start), message });
    }
  });
  return findings;
}

function judgeName(node: Node, parent: Node | undefined): string | undefined {
  if (node.type !== 'Identifier') {
    return undefined;
  }
  if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) {
    const reason = BANNED_MEMBERS.get(node.name);
    return reason && `.${node.name} is banned here: ${reason}`;
  }
  if (isKey(node, parent)) {
    return undefined;
  }
  if (node.name === 'Math') {
    return judgeMath(parent);
  }
  const reason = BANNED_NAMES.get(node.name);
  return reason && `${node.name} is banned here: ${reason}`;
}

/** The word before a colon, in a literal, a type or a class, names nothing outside. */
function isKey(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'Property':
      return parent.key === node && !parent.computed;
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return parent.key === node && !parent.computed;
    default:
      return false;
  }
}

function judgeMath(parent: Node | undefined): string | undefined {
  if (
    parent?.type !== 'MemberExpression' ||
    parent.computed ||
    parent.property.type !== 'Identifier'
  ) {
    return 'Math may only be used as Math.floor and the like';
  }
  const { name } = parent.property;
  return ALLOWED_MATH.has(name) ? undefined : `Math.${name} is banned here: not exact on integers`;
}

function judgeSyntax(node: Node): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.async ? 'async is banned here: the core is synchronous' : undefined;
    case 'AwaitExpression':
      return 'await is banned here: the core is synchronous';
    case 'ImportExpression':
      return 'import() is banned here: imports are static';
    case 'ForOfStatement':
      return node.await ? 'for await is banned here: the core is synchronous' : undefined;
    case 'ForInStatement':
      return 'for…in is banned here: walk an array, a Map or Object.keys';
    default:
      return undefined;
  }
}

function judgeNumber(node: Node): string | undefined {
  if (isFraction(node)) {
    return 'a fraction is banned here: numbers are integers';
  }
  const isPower =
    (node.type === 'BinaryExpression' && node.operator === '**') ||
    (node.type === 'AssignmentExpression' && node.operator === '**=');
  if (isPower && !isBigint(node.left) && !isBigint(node.right) && !isConstant(node)) {
    return '** is banned here unless on bigint: on numbers it is a float function';
  }
  return undefined;
}

function isFraction(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'number' && !Number.isInteger(node.value);
}

function isBigint(node: Node): boolean {
  return (
    (node.type === 'Literal' && typeof node.value === 'bigint') ||
    (node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'BigInt')
  );
}

/** Two literals: the author sees the result. */
function isConstant(node: Node): boolean {
  return (
    node.type === 'BinaryExpression' &&
    node.left.type === 'Literal' &&
    node.right.type === 'Literal'
  );
}
