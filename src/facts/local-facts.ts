/**
 * Facts that this process keeps: for itself, or for gateways in processes of their own as well.
 * They are gone when it ends, except for those that are kept in a file.
 */
import { EventEmitter } from 'node:events';
import {
  FACT_TOPIC,
  type FactHome,
  type FactKind,
  FactStates,
  type FactsDoor,
  inTurnByKey,
  NEWS_TOPIC,
  parseState,
  type SharedFact,
  type ToldFact,
} from './fact.ts';
import type { HeardNews } from './socket-facts.ts';

/** Where the states of one fact are kept, as JSON. */
export interface Keep {
  /** For messages. */
  readonly name: string;
  readonly fact: string;
  readonly load: () => Promise<readonly (readonly [key: string, state: string])[]>;
  /** Resolves when they are there for good. */
  readonly store: (states: readonly unknown[]) => Promise<void>;
}

type AnswerFact = (key: string, request: never) => unknown;

export function createLocalFacts(...keeps: readonly Keep[]): FactHome {
  const answers = new Map<string, AnswerFact>();
  const lists: (() => Iterable<ToldFact>)[] = [];
  const listeners = new EventEmitter();
  let door: FactsDoor | undefined;
  const tell = (fact: string, key: string, state: unknown): Promise<void> | undefined =>
    door?.notify(FACT_TOPIC, [fact, key, state ?? null]);
  return {
    name: keeps[0]?.name ?? 'the facts in memory',
    isOneMachine: true,
    open: async (fact) => {
      const keep = keeps.find((each) => each.fact === fact.name);
      const states = await load(fact, keep);
      const ask =
        keep === undefined ? askFree(fact, states, tell) : askKept(fact, states, keep, tell);
      answers.set(fact.name, ask);
      lists.push(() => [...states.all()].map(([key, state]) => [fact.name, key, state]));
      return { find: states.find, all: states.all, follow: states.follow, ask };
    },
    news: (topic, hear) => {
      listeners.on(topic, hear);
      return (told) => door?.announce(NEWS_TOPIC, [topic, told, null]);
    },
    served: {
      list: () => lists.flatMap((list) => [...list()]),
      serve: (given) => {
        door = given;
        return {
          [FACT_TOPIC]: ([fact, key, request]: AskedFact) => answers.get(fact)?.(key, request),
          [NEWS_TOPIC]: (news: HeardNews) => {
            listeners.emit(news[0], news[1]);
            door?.announce(NEWS_TOPIC, news);
          },
        };
      },
    },
  };
}

type AskedFact = readonly [fact: string, key: string, request: never];

type Tell = (fact: string, key: string, state: unknown) => Promise<void> | undefined;

const askFree =
  <State, Request, Answer>(
    { name, apply }: FactKind<State, Request, Answer>,
    states: FactStates<State>,
    tell: Tell,
  ): SharedFact<State, Request, Answer>['ask'] =>
  (key, request) => {
    const before = states.find(key);
    const [next, answer] = apply(before, request);
    if (next === before) return answer;
    states.set(key, next);
    return tell(name, key, next)?.then(() => answer) ?? answer;
  };

async function load<State>(
  fact: Pick<FactKind<State, never, unknown>, 'name' | 'parse'>,
  keep: Keep | undefined,
): Promise<FactStates<State>> {
  const states = new FactStates<State>();
  for (const [key, text] of (await keep?.load()) ?? [])
    states.set(key, parseState(fact, text, keep?.name ?? ''));
  return states;
}

/** One after the other, since a file holds them all. */
function askKept<State, Request, Answer>(
  { name, apply }: FactKind<State, Request, Answer>,
  states: FactStates<State>,
  keep: Keep,
  tell: Tell,
): SharedFact<State, Request, Answer>['ask'] {
  const inTurn = inTurnByKey();
  return (key, request) =>
    inTurn(name, async () => {
      const before = states.find(key);
      const [next, answer] = apply(before, request);
      if (next === before) return answer;
      const all = new Map(states.all());
      if (next === undefined) all.delete(key);
      else all.set(key, next);
      await keep.store([...all.values()]);
      states.set(key, next);
      await tell(name, key, next);
      return answer;
    });
}
