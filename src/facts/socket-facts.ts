/**
 * Facts that another process of this machine keeps, as a gateway has them. It is told of all at
 * each connection, and of every change before that change is answered, whoever asked for it.
 */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { FACT_TOPIC, type FactHome, FactStates, NEWS_TOPIC } from './fact.ts';

/** The other process is of the same version: a state has the form that it should have. */
export type HeardFact = readonly [fact: string, key: string, state: never];

/** With the process that told them first; null for the one with the facts. */
export type HeardNews = readonly [topic: string, told: never, from: string | null];

export interface SocketFacts extends FactHome {
  /** What the other process tells under its topics. */
  readonly hear: (topic: string, value: never) => void;
  /** All that there are: what is not among them is over. */
  readonly hearAll: (heard: readonly HeardFact[]) => void;
}

/** The way to the process with the facts. */
export interface FactsLink {
  readonly ask: <Answer>(topic: string, value: unknown) => Promise<Answer>;
  readonly tell: (topic: string, value: unknown) => void;
}

export function createSocketFacts(link: FactsLink): SocketFacts {
  const kept = new Map<string, FactStates<never>>();
  const listeners = new EventEmitter();
  const own = randomBytes(8).toString('hex');
  const statesOf = (fact: string): FactStates<never> => {
    const known = kept.get(fact) ?? new FactStates<never>();
    kept.set(fact, known);
    return known;
  };
  const hearFact = ([fact, key, state]: HeardFact): void =>
    statesOf(fact).set(key, state ?? undefined);
  const hearNews = ([topic, told, from]: HeardNews): void => {
    if (from !== own) listeners.emit(topic, told);
  };
  return {
    name: 'the facts of the process with the files',
    isOneMachine: true,
    open: async ({ name }) => {
      const { find, all, follow } = statesOf(name);
      return {
        find,
        all,
        follow,
        ask: (key, request) => link.ask(FACT_TOPIC, [name, key, request]),
      };
    },
    news: (topic, hear) => {
      listeners.on(topic, hear);
      return (told) => link.tell(NEWS_TOPIC, [topic, told, own]);
    },
    hear: (topic, value) => {
      if (topic === FACT_TOPIC) hearFact(value);
      if (topic === NEWS_TOPIC) hearNews(value);
    },
    hearAll: (heard) => {
      const there = new Set(heard.map(([fact, key]) => `${fact} ${key}`));
      for (const [fact, states] of kept)
        for (const key of [...states.all().keys()])
          if (!there.has(`${fact} ${key}`)) states.set(key, undefined);
      for (const each of heard) hearFact(each);
    },
  };
}
