/** Logs of decisions that the replicas of a cluster share, in PostgreSQL. */
import { accountId, orderId } from '../domain/ids.ts';
import { millis } from '../domain/units.ts';
import { type RecordRow, type Records, TELL } from '../facts/records.ts';
import { type AiLogNote, type AiLogs, lineOfLog, wordsIn } from './ai-logs.ts';

const FORM = 1;
const CHANNEL = 'perpetua_ai_logs';

const SCHEMA = [
  `CREATE TABLE ai_logs (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account BIGINT NOT NULL, order_id BIGINT, venue_at BIGINT NOT NULL, line TEXT NOT NULL
  )`,
  'CREATE INDEX ai_logs_by_account ON ai_logs (account, number)',
  'CREATE INDEX ai_logs_by_order ON ai_logs (account, order_id, number)',
];

const INSERT = `INSERT INTO ai_logs (account, order_id, venue_at, line) VALUES (?, ?, ?, ?)
  RETURNING number`;
const NOTES = 'SELECT number, account, order_id, venue_at FROM ai_logs WHERE number > ?';
/** Numbers are given before they are stored: a lower one may appear after a higher one. */
const OVERTAKEN_MAX = 1_000;

const COPIED_AT_ONCE = 500;
const INSERT_MANY = `INSERT INTO ai_logs (account, order_id, venue_at, line)
  SELECT * FROM unnest(?::BIGINT[], ?::BIGINT[], ?::BIGINT[], ?::TEXT[])`;

/** What one venue has in its file, oldest first; again goes on where it ended. */
export async function copyAiLogs(from: AiLogs, records: Records): Promise<void> {
  await records.prepare('ai-logs', FORM, SCHEMA);
  const notes = [...(await from.notes())];
  const everything = { accounts: null, order: null, find: '', from: EVER.from, until: EVER.until };
  const [row] = await records.ask('SELECT COUNT(*) AS value FROM ai_logs');
  for (let done = Number(row?.['value']); done < notes.length; ) {
    const next = notes.slice(done, done + COPIED_AT_ONCE);
    done += next.length;
    const page = { skip: notes.length - done, limit: next.length };
    const lines = (await from.read({ ...everything, ...page })).toReversed();
    await records.ask(INSERT_MANY, [
      next.map(({ account }) => account),
      next.map(({ order }) => order),
      next.map(({ venueAt }) => venueAt),
      lines,
    ]);
  }
}

const EVER = { from: millis(0), until: millis(Number.MAX_SAFE_INTEGER) };

export async function openPostgresAiLogs(records: Records): Promise<AiLogs> {
  await records.prepare('ai-logs', FORM, SCHEMA);
  const listeners: Parameters<AiLogs['follow']>[0][] = [];
  let last = 0;
  const tell = (number: number, note: AiLogNote): void => {
    last = Math.max(last, number);
    for (const listener of listeners) listener(note);
  };
  const readNotes = async (from: number) =>
    (await records.ask(`${NOTES} ORDER BY number`, [from])).map((row) => ({
      number: Number(row['number']),
      note: noteOf(row),
    }));
  await records.listen(CHANNEL, {
    hear: (text) => {
      const { number, ...row }: RecordRow = JSON.parse(text);
      tell(Number(number), noteOf(row));
    },
    refresh: async () => {
      // Whoever opens them reads all notes; only later ones may have been missed.
      if (listeners.length === 0) return;
      for (const { number, note } of await readNotes(last - OVERTAKEN_MAX)) tell(number, note);
    },
  });
  return {
    append: async (log) => {
      const { account, order, venueAt } = log;
      const number = await records.transact(async (ask) => {
        const [row] = await ask(INSERT, [account, order, venueAt, lineOfLog(log)]);
        const made = Number(row?.['number']);
        const told = { number: made, account, order_id: order, venue_at: venueAt };
        await ask(TELL, [CHANNEL, JSON.stringify(told)]);
        return made;
      });
      tell(number, log);
    },
    read: async ({ accounts, order, find, from, until, skip, limit }) => {
      const owners = accounts === null ? [] : [...accounts];
      if (accounts !== null && owners.length === 0) return [];
      const terms = [
        'venue_at BETWEEN ? AND ?',
        ...(accounts === null ? [] : [`account IN (${owners.map(() => '?').join(', ')})`]),
        ...(order === null ? [] : ['order_id = ?']),
        ...(find.trim() === '' ? [] : ['position(? IN lower(line)) > 0']),
      ].join(' AND ');
      const sql = `SELECT line FROM ai_logs WHERE ${terms} ORDER BY number DESC LIMIT ? OFFSET ?`;
      const rows = await records.ask(sql, [
        ...[from, until, ...owners],
        ...(order === null ? [] : [order]),
        ...(find.trim() === '' ? [] : [wordsIn(find)]),
        ...[limit, skip],
      ]);
      return rows.map(({ line }) => String(line));
    },
    notes: async () => {
      const found = await readNotes(0);
      last = Math.max(last, found.at(-1)?.number ?? 0);
      return found.map(({ note }) => note);
    },
    follow: (listener) => void listeners.push(listener),
    close: async () => undefined,
  };
}

const noteOf = ({ account, order_id: order, venue_at: venueAt }: RecordRow): AiLogNote => ({
  account: accountId(Number(account)),
  order: order === null ? null : orderId(Number(order)),
  venueAt: millis(Number(venueAt)),
});
