/**
 * Who sits in an arena: the same heats as in a contest, in which contestants are asked and waited
 * for. Market time stands still meanwhile. What they answer is all that comes from outside, so the
 * same answers give the same orders, fills and scores.
 */
import { readProgram } from '../contest/contest-folder.ts';
import type { ContestTerms } from '../contest/contest-terms.ts';
import type { HeatOutcome } from '../contest/heat.ts';
import type { HeatProgram, NotedDecision } from '../contest/heat-seat.ts';
import {
  type Environment,
  type Heard,
  type LineTalk,
  talkToClient,
  talkToCommand,
} from '../contest/line-talk.ts';
import type { Decided } from '../contest/program.ts';
import type { ProgramState } from '../contest/program-words.ts';
import { BOXED_COMMAND } from '../contest/python-box.ts';
import type { AskSeat } from '../contest/run-heats.ts';
import type { ArenaTerms, ContestantTerms, ModelTerms } from './arena-terms.ts';
import { askModel, findKey } from './ask-model.ts';
import type { AskContestant, TurnQuestion } from './cassette.ts';
import { formatModelRequest, formatPrompt, MARKS_KEPT, readDecision, type Turn } from './prompt.ts';

export interface ArenaPlan {
  readonly contest: ContestTerms;
  readonly terms: ArenaTerms;
  readonly key: Uint8Array;
  /** Of the files of programs. */
  readonly pathOf: (file: string) => string;
}

/** What a contestant used in a heat. */
export interface Usage {
  readonly contestant: string;
  readonly asked: number;
  readonly unanswered: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface PlayedHeat {
  readonly heat: number;
  readonly outcome: HeatOutcome;
  readonly decisions: readonly NotedDecision[];
  readonly usage: readonly Usage[];
  /** By place, the programs that were stopped from outside, with the decision. */
  readonly stops?: ReadonlyMap<number, number> | undefined;
  readonly questions: readonly TurnQuestion[];
}

/** Which contestants meet in a market. */
export interface ArenaHeat {
  readonly heat: number;
  readonly group: readonly ContestantTerms[];
}

export type AskedSeats = ReturnType<typeof seatAsked>;

/** Those who are asked, in a heat that begins. */
export function seatAsked({ contest, terms }: ArenaPlan, heat: number, ask: AskContestant) {
  const usage = new Map<string, Usage>();
  const questions: TurnQuestion[] = [];
  const asking: AskContestant = async (question) => {
    questions.push(question);
    const heard = await ask(question);
    usage.set(question.contestant, addUse(usage.get(question.contestant), question, heard));
    return heard;
  };
  const thinkers = new Map(
    terms.contestants.flatMap((contestant) =>
      contestant.kind === 'program'
        ? []
        : [[contestant.name, createThinker({ contest, terms, contestant, heat, ask: asking })]],
    ),
  );
  const asked: AskSeat = (team, state) => thinkers.get(team)!(state);
  /** What they used and were asked so far. */
  return { ask: asked, usage, questions };
}

export const entrantOf = (contestant: ContestantTerms, pathOf: ArenaPlan['pathOf']): HeatProgram =>
  contestant.kind === 'program'
    ? readProgram(pathOf(contestant.file), contestant.name)
    : { team: contestant.name, text: '', language: 'js', isAsked: true };

function addUse(before: Usage | undefined, { contestant }: TurnQuestion, heard: Heard): Usage {
  return {
    contestant,
    asked: (before?.asked ?? 0) + 1,
    unanswered: (before?.unanswered ?? 0) + (heard.answer === null ? 1 : 0),
    tokensIn: (before?.tokensIn ?? 0) + heard.tokensIn,
    tokensOut: (before?.tokensOut ?? 0) + heard.tokensOut,
  };
}

interface ThinkerParts {
  readonly contest: ContestTerms;
  readonly terms: ArenaTerms;
  readonly contestant: Exclude<ContestantTerms, { readonly kind: 'program' }>;
  readonly heat: number;
  readonly ask: AskContestant;
}

function createThinker({ contest, terms, contestant, heat, ask }: ThinkerParts) {
  const prompt = formatPrompt(contest.rules, terms.prompt);
  const marks: Record<string, number[]> = {};
  let memory = '';
  return async (text: string): Promise<Decided> => {
    const state: ProgramState = JSON.parse(text);
    const marksBefore = structuredClone(marks);
    const turn: Turn = { turn: state.step, prompt, memory, marksBefore, state };
    for (const [base, { mark }] of Object.entries(state.markets))
      marks[base] = [...(marks[base] ?? []), mark].slice(-MARKS_KEPT);
    const request =
      contestant.kind === 'model' ? formatModelRequest(contestant, turn) : JSON.stringify(turn);
    const { answer, why, millis } = await ask({ contestant: contestant.name, heat, request });
    if (answer === null) return { kind: 'fault', reason: why ?? 'no answer' };
    const decision = readDecision(answer);
    if (typeof decision === 'string') return { kind: 'fault', reason: decision };
    memory = decision.memory ?? memory;
    const thoughtMillis = Math.round(millis * terms.thinkingRate);
    return { kind: 'answer', text: decision.text, thoughtMillis };
  };
}

/** Those who are really there, with the processes that they are. */
export function openContestants(
  { terms, pathOf }: Pick<ArenaPlan, 'terms' | 'pathOf'>,
  environment: Environment,
) {
  const { contestants, answerSeconds } = terms;
  const models = contestants.filter((each) => each.kind === 'model');
  const keys = new Map(models.map((each) => [each.name, findKey(each, environment)] as const));
  // The keys of models are nobody's business but theirs.
  const secrets = models.map(({ keyVariable }) => keyVariable);
  const left = Object.entries(environment).filter(([name]) => !secrets.includes(name));
  const processEnvironment = Object.fromEntries(left);
  /** A process for each heat: one that has ended in one of them is there in the next. */
  const talks = new Map<string, LineTalk>();
  const answerMillis = answerSeconds * 1_000;
  const openTalk = (contestant: Exclude<ContestantTerms, ModelTerms>): LineTalk => {
    switch (contestant.kind) {
      case 'mcp':
        return talkToClient(contestant.command, processEnvironment);
      case 'command':
        return talkToCommand(contestant.command, processEnvironment);
      default:
        return talkToCommand(BOXED_COMMAND, processEnvironment, pathOf(contestant.file));
    }
  };
  const ask: AskContestant = async ({ contestant: name, heat, request }) => {
    const contestant = contestants.find((each) => each.name === name)!;
    if (contestant.kind === 'model')
      return askModel({ url: contestant.url, key: keys.get(name) }, request, answerMillis);
    if (contestant.kind === 'program') throw new Error(`${name} is a program`);
    const place = `${heat} ${name}`;
    const talk = talks.get(place) ?? openTalk(contestant);
    talks.set(place, talk);
    const { turn }: Turn = JSON.parse(request);
    return talk.ask(turn, request, answerMillis);
  };
  const leave = ({ heat, group }: ArenaHeat): void => {
    for (const { name } of group) {
      const place = `${heat} ${name}`;
      talks.get(place)?.close();
      talks.delete(place);
    }
  };
  return { ask, leave };
}
