/**
 * Facts that this process keeps: for itself, or for gateways in processes of their own as well.
 * They are gone when it ends, except for those that are kept in a file.
 */
import {
  type FactHome,
  type FactKind,
  FactStates,
  inTurnByKey,
  parseState,
  type ServedFacts,
  type SharedFact,
  type ToldFact,
} from './fact.ts';

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

export function createLocalFacts(keep?: Keep): FactHome {
  const answers = new Map<string, AnswerFact>();
  const lists: (() => Iterable<ToldFact>)[] = [];
  const watchers: ServedFacts['watchers'] = [];
  const tell = (fact: string, key: string, state: unknown): Promise<unknown> =>
    Promise.all(watchers.map((watcher) => watcher([fact, key, state ?? null])));
  const open: FactHome['open'] = async (fact) => {
    const states = await load(fact, keep);
    const ask =
      keep?.fact === fact.name ? askKept(fact, states, keep, tell) : askFree(fact, states);
    answers.set(fact.name, ask);
    lists.push(() => [...states.all()].map(([key, state]) => [fact.name, key, state]));
    return { find: states.find, all: states.all, follow: states.follow, ask };
  };
  const askFree =
    <State, Request, Answer>(
      { name, apply }: FactKind<State, Request, Answer>,
      states: FactStates<State>,
    ): SharedFact<State, Request, Answer>['ask'] =>
    (key, request) => {
      const before = states.find(key);
      const [next, answer] = apply(before, request);
      if (next === before) return answer;
      states.set(key, next);
      return watchers.length === 0 ? answer : tell(name, key, next).then(() => answer);
    };
  return {
    name: keep?.name ?? 'the facts in memory',
    isOneMachine: true,
    open,
    served: {
      answer: ([fact, key, request]) => answers.get(fact)?.(key, request),
      list: () => lists.flatMap((list) => [...list()]),
      watchers,
    },
  };
}

async function load<State>(
  fact: Pick<FactKind<State, never, unknown>, 'name' | 'parse'>,
  keep: Keep | undefined,
): Promise<FactStates<State>> {
  const states = new FactStates<State>();
  if (keep?.fact === fact.name)
    for (const [key, text] of await keep.load()) states.set(key, parseState(fact, text, keep.name));
  return states;
}

/** One after the other, since a file holds them all. */
function askKept<State, Request, Answer>(
  { name, apply }: FactKind<State, Request, Answer>,
  states: FactStates<State>,
  keep: Keep,
  tell: (fact: string, key: string, state: unknown) => Promise<unknown>,
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
