/**
 * The rulebook and the tests hold each other: every rule of docs/spec is cited by a test, and every
 * rule a test cites is written down. A rule begins a line with its id in bold, `**MON-1**`; a test,
 * or a scenario file, cites it at the beginning of its name, `[MON-1] …`. The letters of an id are
 * its series. A series is in one file, and docs/SPEC.md, the table of contents, says in which.
 */
import { basename } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

export const CONTENTS_PATH = 'docs/SPEC.md';

const RULE = /^[\s>#|*-]*\*\*([A-Z]{2,7}-\d+)\*\*/;
const LISTED = /^\| \[[^\]]+\]\(([^)]+)\) \| (.*) \|$/;
const SERIES = /\b[A-Z]{2,7}\b/g;
const CITED = /^(?:\[[A-Z]{2,7}-\d+\]\s*)+/;
const ID = /[A-Z]{2,7}-\d+/g;

/** The text of the table of contents, and those of the files with the rules, by path. */
export interface Rulebook {
  readonly contents: string;
  readonly files: ReadonlyMap<string, string>;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

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

export function checkSpec(book: Rulebook, citations: readonly Citation[]): Finding[] {
  const findings: Finding[] = [];
  const rules = new Map<string, Place>();
  for (const [file, spec] of book.files) {
    for (const [at, text] of spec.split('\n').entries()) {
      const id = RULE.exec(text)?.[1];
      if (id !== undefined && rules.has(id)) {
        findings.push({ file, line: at + 1, message: `${id} is written twice` });
      } else if (id !== undefined) {
        rules.set(id, { file, line: at + 1 });
      }
    }
  }
  const cited = new Set(citations.map(({ id }) => id));
  for (const [id, place] of rules) {
    if (!cited.has(id)) {
      findings.push({ ...place, message: `no test name starts with [${id}]` });
    }
  }
  for (const { id, file, line } of citations) {
    if (!rules.has(id)) {
      findings.push({ file, line, message: `docs/spec has no rule ${id}` });
    }
  }
  return [...findings, ...checkContents(book.contents, rules)];
}

function checkContents(contents: string, rules: ReadonlyMap<string, Place>): Finding[] {
  const findings: Finding[] = [];
  const listed = new Map<string, string>();
  for (const [at, text] of contents.split('\n').entries()) {
    const [, link, list] = LISTED.exec(text) ?? [];
    for (const series of list?.match(SERIES) ?? []) {
      listed.set(series, `docs/${link}`);
      if (![...rules.keys()].some((id) => id.startsWith(`${series}-`))) {
        findings.push({ file: CONTENTS_PATH, line: at + 1, message: `${series} has no rule` });
      }
    }
  }
  for (const [id, { file, line }] of rules) {
    const home = listed.get(id.slice(0, id.indexOf('-')));
    if (home !== file) {
      const message = `${CONTENTS_PATH} says that ${id} is in ${home ?? 'no file'}`;
      findings.push({ file, line, message });
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
