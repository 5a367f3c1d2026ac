/**
 * Two walls. Around the engine: its state belongs to `venue`. All other code asks `venue.read`, and
 * so does not depend on which process's engine answers. Results and proofs have their own engines.
 * Around segment files: `journal` alone reads them, so that entries are had from any home alike.
 */
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

const INSIDE = ['src/engine/', 'src/venue/', 'src/results/', 'proof/'];
const HIDDEN: ReadonlySet<string> = new Set(['state', 'present']);

/** What knows how entries lie in files. */
const OF_SEGMENTS =
  /^src\/journal\/(?:read-(?:entries|records)|s(?:can-segments|egment-[a-z]+))\.ts$/;
/** A published result is segments of its own, in memory. */
const PUBLISHED = 'src/results/journal-parts.ts';

export function checkWall(source: Source): Finding[] {
  return [...findSegments(source), ...findEngine(source)];
}

const findSegments = ({ path, imports }: Source): Finding[] =>
  !path.startsWith('src/') || path.startsWith('src/journal/') || isTest(path) || path === PUBLISHED
    ? []
    : imports
        .filter(({ target }) => OF_SEGMENTS.test(target ?? ''))
        .map(({ line }) => ({ file: path, line, message: 'ask the journal, not its files' }));

function findEngine(source: Source): Finding[] {
  if (INSIDE.some((place) => source.path.startsWith(place))) return [];
  return [...findImported(source), ...findReached(source)];
}

/** Tests may drive an engine of their own, but not look into that of a venue. */
const findImported = ({ path, imports }: Source): Finding[] =>
  !path.startsWith('src/') || isTest(path)
    ? []
    : imports
        .filter(({ target }) => target?.startsWith('src/engine/'))
        .map(({ line }) => ({ file: path, line, message: 'ask venue.read, not the engine' }));

function findReached({ path, text, program }: Source): Finding[] {
  const findings: Finding[] = [];
  const nameOf = (node: Node): string => text.slice(node.start, node.end);
  const note = (node: Node, of: Node, names: readonly string[]): void => {
    const hidden = names.find((name) => HIDDEN.has(name));
    if (hidden === undefined || !/\bvenue$/i.test(nameOf(of))) return;
    const message = `${nameOf(of)}.${hidden} is private to src/venue: ask venue.read`;
    findings.push({ file: path, line: lineAt(text, node.start), message });
  };
  walk(program, (node) => {
    if (node.type === 'MemberExpression') note(node, node.object, [nameOf(node.property)]);
    if (node.type !== 'VariableDeclarator' || node.init === null) return;
    if (node.id.type !== 'ObjectPattern') return;
    const names = node.id.properties.map((each) =>
      each.type === 'Property' ? nameOf(each.key) : '',
    );
    note(node, node.init, names);
  });
  return findings;
}
