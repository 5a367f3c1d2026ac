/**
 * What contestants were asked and what they answered, by the hash of the request. Whoever plays the
 * arena again takes the answers from here, without a network, a key or a clock.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptLines } from '../contest/kept-lines.ts';
import type { Heard } from '../contest/line-talk.ts';

export interface TurnQuestion {
  readonly contestant: string;
  readonly heat: number;
  readonly request: string;
}

interface CassetteLine extends Heard {
  readonly hash: string;
  readonly contestant: string;
  readonly request: string;
}

/** Something else was asked than when it was recorded. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

export type AskContestant = (question: TurnQuestion) => Promise<Heard>;

export const CASSETTE_FOLDER = 'cassette';

const fileOf = (heat: number): string => `heat-${String(heat).padStart(4, '0')}.jsonl`;

/** The contestant and the heat are part of it: two copies of one model are asked the same. */
const hashOf = ({ contestant, heat, request }: TurnQuestion): string =>
  createHash('sha256').update(`${contestant}\n${heat}\n${request}`).digest('hex');

/** What there was before is read when its heat is first asked for. */
function openCassette(folder: string) {
  const heats = new Map<number, Map<string, CassetteLine>>();
  const pathOf = (heat: number): string => join(folder, CASSETTE_FOLDER, fileOf(heat));
  const linesOf = (heat: number): Map<string, CassetteLine> => {
    const lines = heats.get(heat) ?? readLines(pathOf(heat));
    heats.set(heat, lines);
    return lines;
  };
  return {
    find: (question: TurnQuestion): CassetteLine | undefined =>
      linesOf(question.heat).get(hashOf(question)),
    keep: (question: TurnQuestion, heard: Heard): CassetteLine => {
      const { heat, contestant, request } = question;
      const { answer, why, millis, tokensIn, tokensOut } = heard;
      const hash = hashOf(question);
      const line = { hash, contestant, request, answer, why, millis, tokensIn, tokensOut };
      appendFileSync(pathOf(heat), `${JSON.stringify(line)}\n`);
      linesOf(heat).set(hash, line);
      return line;
    },
    /** Where a heat began again without a program, something may have been asked in vain. */
    keepOnly: (questions: readonly TurnQuestion[]): void => {
      const kept = new Set(questions.map(hashOf));
      for (const [heat, lines] of heats) {
        const left = [...lines.values()].filter(({ hash }) => kept.has(hash));
        const text = left.map((line) => `${JSON.stringify(line)}\n`).join('');
        if (left.length < lines.size) writeFileSync(pathOf(heat), text);
      }
    },
  };
}

function readLines(path: string): Map<string, CassetteLine> {
  const lines = keptLines(path).map((text): CassetteLine => JSON.parse(text));
  return new Map(lines.map((line) => [line.hash, line]));
}

/** Answers only from the cassette; in the end it tells what was never asked, and so is not so. */
export function replayCassette(folder: string) {
  const { find } = openCassette(folder);
  const asked = new Map<string, Set<string>>();
  const ask: AskContestant = async (question) => {
    const { heat, contestant } = question;
    const found = find(question);
    if (found === undefined)
      throw new NotRecorded(
        `the cassette of heat ${heat} has no answer of ${contestant} to this request`,
      );
    const name = `${CASSETTE_FOLDER}/${fileOf(heat)}`;
    const { answer, why, millis, tokensIn, tokensOut } = found;
    const line = { hash: found.hash, contestant, request: question.request };
    const told = JSON.stringify({ ...line, answer, why, millis, tokensIn, tokensOut });
    asked.set(name, (asked.get(name) ?? new Set()).add(told));
    return found;
  };
  const isKept = (name: string, lines: ReadonlySet<string>): boolean =>
    keptLines(join(folder, name)).sort().join('\n') === [...lines].sort().join('\n');
  return {
    ask,
    files: (): string[] => [...asked.keys()],
    differences: (): string[] =>
      [...asked]
        .filter(([name, lines]) => !isKept(name, lines))
        .map(([name]) => `${name} is not what was asked`),
  };
}

/** Asks whoever is there, and writes it down; what was said before is not asked again. */
export function recordCassette(folder: string, ask: AskContestant) {
  mkdirSync(join(folder, CASSETTE_FOLDER), { recursive: true });
  const { find, keep, keepOnly } = openCassette(folder);
  /** A heat that begins again asks what somebody may still think about. */
  const underway = new Map<string, Promise<Heard>>();
  const asking: AskContestant = async (question) => {
    const hash = hashOf(question);
    const answer = underway.get(hash) ?? ask(question).then((heard) => keep(question, heard));
    underway.set(hash, answer);
    return answer.finally(() => underway.delete(hash));
  };
  return {
    ask: async (question: TurnQuestion) => find(question) ?? asking(question),
    keepOnly,
  };
}
