/**
 * What a contestant is told, and how its answer is read. All of them get the same words; a model
 * gets them as messages, everybody else as one object.
 */

import { Type } from 'typebox';
import type { ContestRules } from '../contest/contest-rules.ts';
import { type ProgramState, WANTED_ORDER } from '../contest/program-words.ts';
import { isRecord, isTooDeep, TOO_DEEP } from '../contest/read-answer.ts';
import { findJson } from '../domain/find-json.ts';
import type { ModelTerms } from './arena-terms.ts';

export interface Turn {
  /** Counted from 0 in each heat. An answer repeats it, so that a late one counts for nothing. */
  readonly turn: number;
  readonly prompt: string;
  /** What the contestant wrote down for itself at its last turn. */
  readonly memory: string;
  /** Marks of the turns before, by base, the oldest first. */
  readonly marksBefore: Readonly<Record<string, readonly number[]>>;
  /** As `decide` of a program gets it. */
  readonly state: ProgramState;
}

export const MEMORY_LENGTH_MAX = 4_000;
export const MARKS_KEPT = 48;
const REASON_LENGTH_MAX = 2_000;

export function formatPrompt(rules: ContestRules, own: string): string {
  const { contracts, capital, leverage, hours, cadenceSeconds, latencyMillis, ordersMax } = rules;
  const score = rules.score === 'return' ? '' : ', less the largest drawdown';
  const many = rules.book === 'together' ? 'The other contestants trade in the same book.' : '';
  return [
    `You trade perpetual futures (${contracts.join(', ')}) in a simulated market that did not`,
    `exist before this contest. You began with ${capital} USDT, at a leverage of ${leverage}. You`,
    `are asked every ${cadenceSeconds} seconds of market time, for ${hours} hours. Your orders`,
    `reach the venue ${latencyMillis} ms after your decision. ${many} Your score is the return on`,
    `the capital at the end${score}. Fees are in the state.`,
    '',
    'Answer with one JSON object:',
    '{"reason": "why, in a sentence or two", "orders": [{"contract": "BTC", "side": "buy",',
    '"size": 0.01, "price": 64000, "type": "limit"}], "cancels": [], "memory": "notes"}',
    `"orders" has at most ${ordersMax}. "side" is buy or sell; "size" is in coins; without a`,
    '"price" the order is at market. "type" is limit, post-only, ioc, fok or market;',
    '"reduceOnly": true only shrinks a position; "id" is a word of yours. "cancels" lists the',
    'numbers or ids of your orders, or is "all"; cancels come before orders. Leave out what you',
    `do not need: {"reason": "wait"} does nothing. "memory", at most ${MEMORY_LENGTH_MAX}`,
    'characters, is handed to you at the next turn.',
    ...(own === '' ? [] : ['', own]),
  ].join('\n');
}

/** What the one tool takes that there is. */
export const DECISION = Type.Object({
  reason: Type.String({ description: 'Why, in a sentence or two' }),
  orders: Type.Optional(Type.Array(WANTED_ORDER)),
  cancels: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Number()]), {
      description: 'Numbers or ids of orders; ["all"] for all',
    }),
  ),
  memory: Type.Optional(Type.String({ description: 'Notes to yourself for the next turn' })),
});

/** The body of a request for a completion; it has no key. */
export function formatModelRequest(
  { model, temperature, maxTokens }: ModelTerms,
  { prompt, ...turn }: Turn,
): string {
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: prompt },
      { role: 'user', content: JSON.stringify(turn) },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'decide', description: 'Your decision', parameters: DECISION },
      },
    ],
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  });
}

/** A model may call the tool or write the object, whatever it likes. */
export function readModelAnswer(body: string) {
  const answer = findJson(body);
  const usage = fieldOf(answer, 'usage');
  const [choice] = listOf(fieldOf(answer, 'choices'));
  const message = fieldOf(choice, 'message');
  const [call] = listOf(fieldOf(message, 'tool_calls'));
  const given = fieldOf(fieldOf(call, 'function'), 'arguments') ?? fieldOf(message, 'content');
  return {
    /** Null where there was nothing to be found. */
    text: typeof given === 'string' ? given : null,
    tokensIn: countOf(fieldOf(usage, 'prompt_tokens')),
    tokensOut: countOf(fieldOf(usage, 'completion_tokens')),
  };
}

/** Or why there is none. */
export function readDecision(said: string) {
  const whole = findJson(said);
  const inner = whole === undefined ? findJson(cutOut(said)) : whole;
  if (!isRecord(inner)) return 'its answer has no JSON object in it';
  if (isTooDeep(inner)) return TOO_DEEP;
  const { reason, memory, orders, cancels } = inner;
  const words = typeof reason === 'string' ? reason.slice(0, REASON_LENGTH_MAX) : '';
  return {
    reason: words,
    memory: typeof memory === 'string' ? memory.slice(0, MEMORY_LENGTH_MAX) : undefined,
    /** As a program would have returned it. */
    text: JSON.stringify({ reason: words, orders: orders ?? [], cancels: cancels ?? [] }),
  };
}

/** Models like to talk before and after. */
const cutOut = (said: string): string => said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1);

const fieldOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
