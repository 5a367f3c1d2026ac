/**
 * A Python program in its box, asked in lines of JSON: the open class. What it answers is recorded,
 * because nobody can run it again and be sure of the same.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decider, RecordedAnswer } from './heat-seat.ts';
import { type LineTalk, talkToCommand } from './line-talk.ts';
import { BOXED_COMMAND } from './python-box.ts';
import { isRecord, isTooDeep, TOO_DEEP } from './read-answer.ts';

export interface BoxedProgram extends Decider {
  /** So far. */
  readonly answers: readonly RecordedAnswer[];
  readonly close: () => void;
}

/** It may load its libraries before its first answer. */
const FIRST_ANSWER_MILLIS = 30_000;
const ANSWER_MILLIS = 5_000;
const ANSWER_LENGTH_MAX = 16_384;

/** All its answers but the first have that much time together. */
export function openBoxed(text: string, wholeMillis = Infinity): BoxedProgram {
  const talk = startBox(text);
  const answers: RecordedAnswer[] = [];
  let left = wholeMillis;
  return {
    answers,
    gas: () => 0,
    decide: async (state) => {
      const turn = answers.length;
      const patience = turn === 0 ? FIRST_ANSWER_MILLIS : Math.min(ANSWER_MILLIS, left);
      const asked = `{"turn":${turn},"state":${state}}`;
      const { answer, why, millis } = await talk.ask(turn, asked, patience);
      if (turn > 0) left -= millis;
      // Whoever is late once would hold up all the others again and again.
      if (answer === null) talk.close();
      const recorded = answer === null ? { fault: why ?? 'no answer' } : readLine(answer);
      answers.push(recorded);
      return 'fault' in recorded
        ? { kind: 'fault', reason: recorded.fault }
        : { kind: 'answer', text: JSON.stringify({ ...recorded, said: saidIn(answer ?? '') }) };
    },
    close: talk.close,
  };
}

/** The file is there only until the box has it open. */
function startBox(text: string): LineTalk {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-box-'));
  try {
    const path = join(folder, 'bot.py');
    writeFileSync(path, text);
    return talkToCommand(BOXED_COMMAND, undefined, path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readLine(line: string): RecordedAnswer {
  const said: unknown = JSON.parse(line);
  if (isTooDeep(said)) return { fault: TOO_DEEP };
  const { orders = [], cancels = [] } = Object(said);
  const isNone = (list: unknown): boolean => Array.isArray(list) && list.length === 0;
  const answer = { ...(isNone(orders) ? {} : { orders }), ...(isNone(cancels) ? {} : { cancels }) };
  const { length } = JSON.stringify(answer);
  return length > ANSWER_LENGTH_MAX
    ? { fault: `its answer has ${length} characters, of at most ${ANSWER_LENGTH_MAX}` }
    : answer;
}

function saidIn(line: string): string {
  const said: unknown = JSON.parse(line);
  const reason = isRecord(said) ? said['reason'] : undefined;
  return typeof reason === 'string' ? reason.slice(0, ANSWER_LENGTH_MAX) : '';
}
