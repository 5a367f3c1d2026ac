/**
 * Tests of pages name what they press exactly. A name that may stand anywhere in another one meets,
 * some day, a figure of the market that ends like it: a button "75%" and a change of "+1.75%".
 */
import type { Finding } from './finding.ts';
import { lineAt, type Source, walk } from './source.ts';

const NAMED_BY: ReadonlySet<string> = new Set(['getByRole', 'getByLabel']);

export function checkExactNames({ path, text, program }: Source): Finding[] {
  if (!path.startsWith('test/web')) return [];
  const findings: Finding[] = [];
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const verb = text.slice(node.callee.property.start, node.callee.property.end);
    const words = text.slice(node.callee.end, node.end);
    const isNamed = verb === 'getByLabel' || /\bname\b/.test(words);
    const isExact = /\bexact: true\b|\bname: \/|^\(\//.test(words);
    if (!NAMED_BY.has(verb) || !isNamed || isExact) return;
    const line = lineAt(text, node.callee.property.start);
    findings.push({ file: path, line, message: `${verb} needs exact: true, or a pattern` });
  });
  return findings;
}
