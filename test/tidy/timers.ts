/**
 * What the library loads takes its timers and its clock from one file of its own, which has them
 * before a test can replace them. A file that asks the global scope stands still with the test.
 */
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { findAllLoaded } from './import-graph.ts';
import { lineAt, type Source, walk } from './source.ts';

const ENTRIES = ['src/sandbox/perpetua.ts', 'src/client/client.ts'];
/** Where timers and clocks are taken from the global scope. */
const TAKERS: ReadonlySet<string> = new Set([
  'src/machine/timers.ts',
  'src/client/client-timers.ts',
]);
const NAMES: ReadonlySet<string> = new Set([
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance'],
  ...['clearTimeout', 'clearInterval', 'clearImmediate'],
]);
const MEMBERS: ReadonlySet<string> = new Set(['process.nextTick', 'process.hrtime', 'Date.now']);
const MODULE = /^(?:node:)?timers(?:\/promises)?$/;

export function checkTimers(sources: readonly Source[]): Finding[] {
  return findAllLoaded(sources, ENTRIES)
    .filter(({ path }) => !TAKERS.has(path))
    .flatMap(checkSource);
}

function checkSource(source: Source): Finding[] {
  const findings: Finding[] = [];
  const own = findImported(source);
  walk(source.program, (node, above) => {
    const found = findTaken(node, above.at(-1), own);
    if (found === undefined) return;
    const message = `a test can replace ${found}: take it from src/machine/timers.ts`;
    findings.push({ file: source.path, line: lineAt(source.text, node.start), message });
  });
  return findings;
}

function findImported({ program }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of program.body)
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) names.add(local.name);
  return names;
}

function findTaken(
  node: Node,
  parent: Node | undefined,
  own: ReadonlySet<string>,
): string | undefined {
  if (node.type === 'ImportDeclaration')
    return MODULE.test(node.source.value) ? node.source.value : undefined;
  if (node.type === 'MemberExpression') return findMember(node);
  if (node.type === 'NewExpression')
    return isNamed(node.callee, 'Date') && node.arguments.length === 0 ? 'Date' : undefined;
  if (node.type !== 'Identifier' || !NAMES.has(node.name) || own.has(node.name)) return undefined;
  const isMember = parent?.type === 'MemberExpression' && parent.property === node;
  const isKey = parent?.type === 'Property' && parent.key === node && !parent.shorthand;
  const isImported = parent?.type === 'ImportSpecifier';
  const isPlace = parent?.type.startsWith('TS') === true && parent.type !== 'TSTypeQuery';
  return isMember || isKey || isImported || isPlace ? undefined : node.name;
}

function findMember(node: Node & { readonly type: 'MemberExpression' }): string | undefined {
  if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return undefined;
  const name = `${node.object.name}.${node.property.name}`;
  return MEMBERS.has(name) ? name : undefined;
}

const isNamed = (node: Node, name: string): boolean =>
  node.type === 'Identifier' && node.name === name;
