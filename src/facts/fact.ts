/**
 * Shared facts: what the processes of a venue know together beside the log. A fact is a small state
 * for each key, with one transition. All processes have all states in memory, so reading asks
 * nobody. A transition is made at one place at a time, which depends on the home: in this process,
 * at the one that keeps the files, or in PostgreSQL. It is kept and told before it is answered.
 */

export interface FactKind<State, Request, Answer> {
  /** Of its table too. */
  readonly name: string;
  /** Of the table, where an earlier one held nothing that lasts and is dropped; 1 if left out. */
  readonly form?: number;
  /**
   * The next state of a key and what the asker is told. Undefined is the state of a key of which
   * nothing is known; the same object means that nothing changes. What it throws is the answer.
   */
  readonly apply: (
    state: State | undefined,
    request: Request,
  ) => readonly [state: State | undefined, answer: Answer];
  /** Of a stored state, which is JSON: throws if it is not as it was written. */
  readonly parse?: (text: string, whence: string) => State;
}

export interface SharedFact<State, Request, Answer> {
  readonly find: (key: string) => State | undefined;
  /** In the order in which the keys came. */
  readonly all: () => ReadonlyMap<string, State>;
  /** At once, where this process alone keeps it. */
  readonly ask: (key: string, request: Request) => Answer | Promise<Answer>;
  /** Told of the states that there are, and of every change from now on, whoever made it. */
  readonly follow: (follower: FactFollower<State>) => void;
}

export type FactFollower<State> = (
  key: string,
  state: State | undefined,
  before: State | undefined,
) => void;

export interface FactHome {
  /** For messages. */
  readonly name: string;
  /** Whether all who share it are on one machine, and so have one monotonic clock. */
  readonly isOneMachine: boolean;
  readonly open: <State, Request, Answer>(
    fact: FactKind<State, Request, Answer>,
  ) => Promise<SharedFact<State, Request, Answer>>;
  /**
   * News, which nobody keeps: what is told here is heard by every other process, soon, unless it
   * cannot be reached at the moment.
   */
  readonly news: <Told>(topic: string, hear: (told: Told) => void) => (told: Told) => void;
  /** For other processes of this machine, where this one keeps the facts. */
  readonly served?: ServedFacts;
}

/** A state as other processes are told it; null if nothing is known of the key any more. */
export type ToldFact = readonly [fact: string, key: string, state: unknown];

/** What the process with the facts and the others ask and tell each other about. */
export const FACT_TOPIC = 'fact';
export const NEWS_TOPIC = 'news';

/** The way from the process with the facts to all others. */
export interface FactsDoor {
  /** Resolves when every other process has heeded it. */
  readonly notify: (topic: string, value: unknown) => Promise<void>;
  readonly announce: (topic: string, value: unknown) => void;
}

export interface ServedFacts {
  readonly list: () => readonly ToldFact[];
  /** From now on others are told through it. Returns how their questions are answered, by topic. */
  readonly serve: (door: FactsDoor) => Readonly<Record<string, (value: never) => unknown>>;
}

/** The states of a fact as this process knows them. */
export class FactStates<State> {
  readonly #states = new Map<string, State>();
  readonly #followers: FactFollower<State>[] = [];

  readonly find = (key: string): State | undefined => this.#states.get(key);

  readonly all = (): ReadonlyMap<string, State> => this.#states;

  readonly follow = (follower: FactFollower<State>): void => {
    for (const [key, state] of this.#states) follower(key, state, undefined);
    this.#followers.push(follower);
  };

  readonly set = (key: string, state: State | undefined): void => {
    const before = this.#states.get(key);
    if (state === undefined) this.#states.delete(key);
    else this.#states.set(key, state);
    for (const follower of this.#followers) follower(key, state, before);
  };
}

/** Null is the state of a key of which nothing is known any more. */
export function parseState<State>(
  { parse }: Pick<FactKind<State, never, unknown>, 'parse'>,
  text: string,
  whence: string,
): State | undefined {
  if (text === 'null') return undefined;
  return parse === undefined ? JSON.parse(text) : parse(text, whence);
}

/** Work about one key is done in turn, and work about another does not wait for it. */
export function inTurnByKey(): <Result>(
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const over = result
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === over) last.delete(key);
      });
    last.set(key, over);
    return result;
  };
}
