/**
 * The rulebook and the tests hold each other: every rule of docs/SPEC.md is cited by a test, and
 * every rule a test cites is written down. A rule begins a line with its id in bold, `**MON-1**`; a
 * test, or a scenario file, cites it at the beginning of its name, `[MON-1] …`.
 */
import { basename } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

export const SPEC_PATH = 'docs/SPEC.md';

const RULE = /^[\s>#|*-]*\*\*([A-Z]{2,5}-\d+)\*\*/;
const CITED = /^(?:\[[A-Z]{2,5}-\d+\]\s*)+/;
const ID = /[A-Z]{2,5}-\d+/g;

export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export function findCitations(sources: readonly Source[], scenarios: readonly string[]) {
  const citations: Citation[] = [];
  for (const { path, text, program } of sources.filter((source) => isTest(source.path))) {
    walk(program, (node) => {
      for (const id of idsIn(testNameOf(node) ?? '')) {
        citations.push({ id, file: path, line: lineAt(text, node.start) });
      }
    });
  }
  for (const file of scenarios) {
    for (const id of idsIn(basename(file))) {
      citations.push({ id, file, line: 1 });
    }
  }
  return citations;
}

export function checkSpec(spec: string | undefined, citations: readonly Citation[]): Finding[] {
  if (spec === undefined) {
    return [{ file: SPEC_PATH, line: 1, message: 'the rulebook is missing' }];
  }
  const findings: Finding[] = [];
  const rules = new Map<string, number>();
  for (const [at, text] of spec.split('\n').entries()) {
    const id = RULE.exec(text)?.[1];
    if (id !== undefined && rules.has(id)) {
      findings.push({ file: SPEC_PATH, line: at + 1, message: `${id} is written twice` });
    } else if (id !== undefined) {
      rules.set(id, at + 1);
    }
  }
  const cited = new Set(citations.map(({ id }) => id));
  for (const [id, line] of rules) {
    if (!cited.has(id)) {
      findings.push({ file: SPEC_PATH, line, message: `no test name starts with [${id}]` });
    }
  }
  for (const { id, file, line } of citations) {
    if (!rules.has(id)) {
      findings.push({ file, line, message: `${SPEC_PATH} has no rule ${id}` });
    }
  }
  return findings;
}

function idsIn(name: string): readonly string[] {
  return CITED.exec(name)?.[0].match(ID) ?? [];
}

/** The name given to `test(…)`, `it(…)`, `test.only(…)` or `test.each(…)(…)`. */
function testNameOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) {
    return undefined;
  }
  const [name] = node.arguments;
  if (name?.type === 'Literal' && typeof name.value === 'string') {
    return name.value;
  }
  return name?.type === 'TemplateLiteral' ? name.quasis[0]?.value.raw : undefined;
}

function isTestFunction(callee: Node): boolean {
  switch (callee.type) {
    case 'Identifier':
      return callee.name === 'test' || callee.name === 'it';
    case 'MemberExpression':
      return isTestFunction(callee.object);
    case 'CallExpression':
      return isTestFunction(callee.callee);
    default:
      return false;
  }
}
