/**
 * What contestants were asked and what they answered, by the hash of the request. Whoever plays the
 * arena again takes the answers from here, without a network, a key or a clock.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TurnQuestion {
  readonly contestant: string;
  readonly heat: number;
  readonly request: string;
}

/** Without an answer there is a reason. */
export interface Heard {
  readonly answer: string | null;
  readonly why: string | null;
  /** Of real time, until the answer came. */
  readonly millis: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
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

/** Whole lines; the last one may be torn. */
function readLines(path: string): CassetteLine[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line): CassetteLine => JSON.parse(line));
}

/** Answers only from the cassette. */
export function replayCassette(folder: string): AskContestant {
  const heats = new Map<number, Map<string, CassetteLine>>();
  return async (question) => {
    const { heat, contestant } = question;
    const path = join(folder, CASSETTE_FOLDER, fileOf(heat));
    const lines =
      heats.get(heat) ?? new Map(readLines(path).map((line) => [line.hash, line] as const));
    heats.set(heat, lines);
    const found = lines.get(hashOf(question));
    if (found === undefined)
      throw new NotRecorded(
        `the cassette of heat ${heat} has no answer of ${contestant} to this request`,
      );
    return found;
  };
}

/** Asks whoever is there, and writes it down; what was said before is not asked again. */
export function recordCassette(folder: string, ask: AskContestant): AskContestant {
  mkdirSync(join(folder, CASSETTE_FOLDER), { recursive: true });
  const known = new Map<number, Map<string, CassetteLine>>();
  return async (question) => {
    const { heat, contestant, request } = question;
    const path = join(folder, CASSETTE_FOLDER, fileOf(heat));
    let lines = known.get(heat);
    if (lines === undefined) {
      const read = readLines(path);
      // Without the line that was torn.
      if (read.length > 0)
        writeFileSync(path, read.map((line) => `${JSON.stringify(line)}\n`).join(''));
      lines = new Map(read.map((line) => [line.hash, line]));
      known.set(heat, lines);
    }
    const hash = hashOf(question);
    const before = lines.get(hash);
    if (before !== undefined) return before;
    const { answer, why, millis, tokensIn, tokensOut } = await ask(question);
    const line = { hash, contestant, request, answer, why, millis, tokensIn, tokensOut };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
    lines.set(hash, line);
    return line;
  };
}
