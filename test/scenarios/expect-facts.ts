/**
 * Holds what a line expects against what happened: in order, exactly, and leaving nothing loud out.
 */
import { type Fact, formatFact } from './facts.ts';
import { failure, type Line, type Phrase } from './parse.ts';
import { canonical } from './words.ts';

/** Words that only make a phrase read well. */
const FILLERS: ReadonlySet<string> = new Set(['when']);

/** `actor` is who the line is about: a phrase that names nobody speaks of them. */
export function expectFacts(
  line: Line,
  facts: readonly Fact[],
  actor: string | null,
  names: { has: (name: string) => boolean },
): void {
  const expected = line.expected ?? [];
  let at = 0;
  for (const fact of facts) {
    const phrase = expected[at];
    if (phrase !== undefined && isSaidBy(fact, phrase, actor, names)) {
      at += 1;
      continue;
    }
    const maySkip = fact.weight === 'quiet' || (fact.weight === 'plain' && line.expected === null);
    if (!maySkip) throw mismatch(line, facts, phrase);
  }
  if (at < expected.length) throw mismatch(line, facts, expected[at]);
}

function isSaidBy(
  fact: Fact,
  phrase: Phrase,
  actor: string | null,
  names: { has: (name: string) => boolean },
): boolean {
  const isNamed = phrase[0] !== undefined && phrase.length > 1 && names.has(phrase[0]);
  const who = isNamed ? phrase[0] : fact.who === null ? null : actor;
  const [verb, ...rest] = isNamed ? phrase.slice(1) : phrase;
  return fact.who === who && fact.verb === verb && saysOnly(fact, rest);
}

/** The words that follow the verb in their order, and any details, each with its value. */
function saysOnly(fact: Fact, said: readonly string[]): boolean {
  let next = 0;
  for (let at = 0; at < said.length; at += 1) {
    const word = said[at] ?? '';
    if (FILLERS.has(word)) continue;
    if (next < fact.words.length && canonical(fact.words[next] ?? '') === canonical(word)) {
      next += 1;
      continue;
    }
    const detail = fact.details[word];
    at += 1;
    if (detail === undefined || canonical(detail) !== canonical(said[at] ?? '')) return false;
  }
  return true;
}

function mismatch(line: Line, facts: readonly Fact[], phrase: Phrase | undefined): Error {
  const found = facts.length === 0 ? 'nothing' : facts.map(formatFact).join('\n            ');
  const expected = phrase?.join(' ') ?? 'nothing more';
  return failure(line, `expected: ${expected}\n  found:    ${found}`);
}
