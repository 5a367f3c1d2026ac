/**
 * Facts of a cluster, in PostgreSQL: a row for each key. Each replica holds all states in memory
 * and is told of each change. A transition is made on top of the row as it is, and made again where
 * another replica was faster. While the database is away nothing changes, and all go on with what
 * they know; whatever was told meanwhile is read as soon as it is back.
 */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type FactHome, type FactKind, FactStates, inTurnByKey, parseState } from './fact.ts';
import { type Records, TELL } from './records.ts';
import type { HeardNews } from './socket-facts.ts';

export function createPostgresFacts(records: Records): FactHome {
  const listeners = new EventEmitter();
  const own = randomBytes(8).toString('hex');
  let isListening = false;
  const listen = (): Promise<void> =>
    records.listen(NEWS_CHANNEL, {
      hear: (text) => {
        const [topic, told, from]: HeardNews = JSON.parse(text);
        // What a replica tells comes back to it as well.
        if (from !== own) listeners.emit(topic, told);
      },
      refresh: async () => undefined,
    });
  return {
    name: records.name,
    isOneMachine: false,
    open: (fact) => openRows(records, fact),
    news: (topic, hear) => {
      listeners.on(topic, hear);
      if (!isListening) listen().catch(() => undefined);
      isListening = true;
      return (told) =>
        void records
          .ask(TELL, [NEWS_CHANNEL, JSON.stringify([topic, told, own])])
          .catch(() => undefined);
    },
  };
}

const NEWS_CHANNEL = 'perpetua_news';

/** No row is ever removed, so that the edition of a key only grows. */
const schemaOf = (table: string): readonly string[] => [
  `CREATE TABLE ${table} (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL UNIQUE, edition INT NOT NULL, record TEXT NOT NULL
  )`,
];

async function openRows<State, Request, Answer>(
  records: Records,
  fact: FactKind<State, Request, Answer>,
) {
  const { name, form = 1 } = fact;
  const table = name.replaceAll('-', '_');
  const schema = schemaOf(table);
  const anew = form === 1 ? undefined : [`DROP TABLE IF EXISTS ${table}`, ...schema];
  await records.prepare(name, form, schema, anew);
  const channel = `perpetua_${table}`;
  const insert = `INSERT INTO ${table} (key, edition, record) VALUES (?, 1, ?)
    ON CONFLICT DO NOTHING RETURNING edition`;
  const update = `UPDATE ${table} SET edition = edition + 1, record = ?
    WHERE key = ? AND edition = ? RETURNING edition`;
  const states = new FactStates<State>();
  const editions = new Map<string, number>();
  /** An answer that was overtaken by a later one changes nothing. */
  const take = (key: string, edition: number, state: State | undefined): void => {
    if ((editions.get(key) ?? 0) >= edition) return;
    states.set(key, state);
    editions.set(key, edition);
  };
  const read = async (where: string, values: readonly string[]): Promise<void> => {
    for (const row of await records.ask(`SELECT * FROM ${table} ${where}`, values)) {
      const state = parseState(fact, String(row['record']), records.name);
      take(String(row['key']), Number(row['edition']), state);
    }
  };
  const readOne = (key: string): Promise<void> => read('WHERE key = ?', [key]);
  const store = async (key: string, state: State | undefined): Promise<boolean> => {
    const edition = editions.get(key);
    const text = JSON.stringify(state ?? null);
    const [stored] = await records.transact(async (ask) => {
      await ask(TELL, [channel, key]);
      return edition === undefined ? ask(insert, [key, text]) : ask(update, [text, key, edition]);
    });
    if (stored !== undefined) take(key, Number(stored['edition']), state);
    return stored !== undefined;
  };
  const change = async (key: string, request: Request): Promise<Answer> => {
    for (;;) {
      await readOne(key);
      const before = states.find(key);
      const [next, answer] = fact.apply(before, request);
      if (next === before || (await store(key, next))) return answer;
    }
  };
  await records.listen(channel, {
    // A change that cannot be read now is read when the database is back.
    hear: (key) => void readOne(key).catch(() => undefined),
    refresh: () => read('ORDER BY number', []),
  });
  const inTurn = inTurnByKey();
  const { find, all, follow } = states;
  const ask = (key: string, request: Request) => inTurn(key, () => change(key, request));
  return { find, all, follow, ask };
}
