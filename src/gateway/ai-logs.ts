/**
 * Where the logs of decisions are kept: appended, never changed. One JSON object a line, on disk
 * before it is acknowledged; without a file the newest stay in memory, and replicas share theirs in
 * PostgreSQL. Where each line of the file stands is known by account, so that an organiser's
 * question reads only what it shows.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type AccountId, accountId, type OrderId, orderId } from '../domain/ids.ts';
import { type Millis, millis } from '../domain/units.ts';
import { inTurnByKey } from '../facts/fact.ts';
import type { AiLog } from '../wire/ai-log.ts';

export interface KeptAiLog extends AiLog {
  readonly account: AccountId;
  readonly at: Millis;
  /** The same moment in venue time, by which orders are stamped. */
  readonly venueAt: Millis;
}

/** What is known of a log without reading it. */
export interface AiLogNote {
  readonly account: AccountId;
  readonly order: OrderId | null;
  readonly venueAt: Millis;
}

export interface AiLogQuestion {
  /** Null for everybody's. */
  readonly accounts: ReadonlySet<AccountId> | null;
  /** Null for all of them. */
  readonly order: OrderId | null;
  /** Words that stand somewhere in it, in any case of letters; empty for all. */
  readonly find: string;
  /** In venue time, both included. */
  readonly from: Millis;
  readonly until: Millis;
  /** How many of the newest were seen already. */
  readonly skip: number;
  readonly limit: number;
}

export interface AiLogs {
  readonly append: (log: KeptAiLog) => Promise<void>;
  /** Newest first, each the text of a JSON object. */
  readonly read: (question: AiLogQuestion) => Promise<readonly string[]>;
  /** Of every log that is kept, oldest first. */
  readonly notes: () => Promise<Iterable<AiLogNote>>;
  /** Told of each log that is stored from now on, before it is acknowledged. */
  readonly follow: (listener: (note: AiLogNote) => void) => void;
  readonly close: () => Promise<void>;
}

/** Bytes of logs that stay in memory where there is no file. */
const MEMORY_MAX = 16 * 1_024 * 1_024;

export interface MemoryAiLogs extends AiLogs {
  /** Oldest first. */
  readonly lines: readonly string[];
}

export function createMemoryAiLogs(bytesMax = MEMORY_MAX): MemoryAiLogs {
  const lines: string[] = [];
  const notes: AiLogNote[] = [];
  const listeners: Parameters<AiLogs['follow']>[0][] = [];
  let bytes = 0;
  return {
    lines,
    append: async (log) => {
      const line = lineOfLog(log);
      lines.push(line);
      notes.push(log);
      bytes += line.length;
      while (bytes > bytesMax && lines.length > 1) {
        bytes -= lines.shift()?.length ?? 0;
        notes.shift();
      }
      for (const listener of listeners) listener(log);
    },
    read: (question) =>
      readMatching(
        notes.map((note, at) => ({ ...note, line: lines[at] ?? '' })),
        question,
        async ({ line }) => line,
      ),
    notes: async () => notes,
    follow: (listener) => void listeners.push(listener),
    close: async () => undefined,
  };
}

/** How many logs a search for words looks through: those of a long season take a second or two. */
const SEARCHED_MAX = 20_000;

/** Newest first. */
async function readMatching<Kept extends AiLogNote>(
  kept: readonly Kept[],
  question: AiLogQuestion,
  lineOf: (log: Kept) => Promise<string>,
): Promise<readonly string[]> {
  const { find, limit } = question;
  const words = wordsIn(find);
  const lines: string[] = [];
  let [unseen, searched] = [question.skip, 0];
  for (let at = kept.length - 1; at >= 0 && lines.length < limit; at -= 1) {
    const log = kept[at];
    if (log === undefined || !isAsked(log, question)) continue;
    if (words === '' && unseen > 0) unseen -= 1;
    else {
      if (words !== '' && searched === SEARCHED_MAX) break;
      searched += 1;
      const line = await lineOf(log);
      if (!line.toLowerCase().includes(words)) continue;
      if (words !== '' && unseen > 0) unseen -= 1;
      else lines.push(line);
    }
  }
  return lines;
}

/** As they stand in the text of a log. */
export const wordsIn = (find: string): string =>
  JSON.stringify(find.trim().toLowerCase()).slice(1, -1);

const isAsked = (
  { account, order, venueAt }: AiLogNote,
  { accounts, order: wanted, from, until }: AiLogQuestion,
): boolean =>
  (accounts === null || accounts.has(account)) &&
  (wanted === null || wanted === order) &&
  venueAt >= from &&
  venueAt <= until;

/** Where a log stands in the file. */
interface Place extends AiLogNote {
  readonly offset: number;
  readonly bytes: number;
}

interface Index {
  /** Oldest first. */
  readonly places: Place[];
  readonly ofAccount: Map<AccountId, Place[]>;
  end: number;
}

export async function openAiLogFile(path: string): Promise<AiLogs> {
  const file = await open(path, 'a+', 0o600);
  const index = await readIndex(file, path);
  const inTurn = inTurnByKey();
  let isTorn = false;
  const listeners: Parameters<AiLogs['follow']>[0][] = [];
  const write = async (log: KeptAiLog): Promise<void> => {
    const text = Buffer.from(`${lineOfLog(log)}\n`, 'utf8');
    // What a failed attempt may have left behind would become part of this line.
    if (isTorn) await file.truncate(index.end);
    isTorn = true;
    await file.appendFile(text);
    await file.datasync();
    isTorn = false;
    keep(index, log, text.length);
    for (const listener of listeners) listener(log);
  };
  return {
    // One after the other, so that lines never mix.
    append: (log) => inTurn(path, () => write(log)),
    read: (question) => {
      const [one, ...others] = question.accounts ?? [];
      const isOne = one !== undefined && others.length === 0;
      const kept = isOne ? (index.ofAccount.get(one) ?? []) : index.places;
      return readMatching(kept, question, (place) => readPlace(file, place));
    },
    notes: async () => index.places,
    follow: (listener) => void listeners.push(listener),
    close: () => inTurn(path, () => file.close()),
  };
}

const LINE_FEED = 10;

/**
 * A line that a crash cut short was never acknowledged: it is cut off. A whole one that cannot be
 * read is passed over: what stands after it was acknowledged too.
 */
async function readIndex(file: FileHandle, path: string): Promise<Index> {
  const index: Index = { places: [], ofAccount: new Map(), end: 0 };
  const { size } = await file.stat();
  if (size === 0) return index;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const part: Buffer = chunk;
    rest = takeLines(index, rest.length === 0 ? part : Buffer.concat([rest, part]));
  }
  if (index.end < size) await file.truncate(index.end);
  return index;
}

/** A line ends with a line feed and nothing else: what teams say may hold any other break. */
function takeLines(index: Index, bytes: Buffer): Buffer {
  let at = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
    const note = findNote(bytes.toString('utf8', at, end));
    if (note === undefined) index.end += end + 1 - at;
    else keep(index, note, end + 1 - at);
    at = end + 1;
  }
  return bytes.subarray(at);
}

function keep(index: Index, { account, order, venueAt }: AiLogNote, bytes: number): void {
  const place = { account, order, venueAt, offset: index.end, bytes };
  index.places.push(place);
  const own = index.ofAccount.get(account) ?? [];
  own.push(place);
  index.ofAccount.set(account, own);
  index.end += bytes;
}

function findNote(line: string): AiLogNote | undefined {
  try {
    const { account, order, venueAt, at } = JSON.parse(line);
    return {
      account: accountId(Number(account)),
      order: order === null ? null : orderId(Number(order)),
      venueAt: millis(Number(venueAt ?? at)),
    };
  } catch {
    return undefined;
  }
}

async function readPlace(file: FileHandle, { offset, bytes }: Place): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(bytes - 1), 0, bytes - 1, offset);
  return buffer.toString('utf8');
}

/** What was given and answered is JSON text already, and keeps its digits. */
export function lineOfLog({ input, output, ...rest }: KeptAiLog): string {
  return `${JSON.stringify(rest).slice(0, -1)},"input":${input},"output":${output}}`;
}
