/**
 * Generated candles in a cluster. The few numbers that they are made from are notes in the log.
 * Each replica makes the same candles when it applies them, or when it begins with a later
 * snapshot. They tell nothing about the seed of the market.
 */
import type { Batch } from '../../domain/command.ts';
import { HISTORY_TOPIC } from '../../views/market-memory.ts';
import type { Views } from '../../views/views.ts';
import { type HistoryNote, isHistoryNote, recallNoted } from '../first-history.ts';

/** Together they would be too long for one note. The last one says that all are there. */
export function historyCommands({ contracts, ...head }: HistoryNote): Batch['commands'] {
  const rows = contracts.map((row, place) => noteOf(rowTopic(place), row));
  return [...rows, noteOf(HISTORY_TOPIC, { ...head, count: contracts.length })];
}

/** For the views of a replica that has just learnt of them. */
export function recallLogged(views: Views): void {
  const { notes } = views.market;
  const head = parse(notes.get(HISTORY_TOPIC));
  const count = 'count' in head ? Number(head.count) : 0;
  const contracts = Array.from({ length: count }, (_, place) => parse(notes.get(rowTopic(place))));
  const note: unknown = { ...head, contracts };
  recallNoted(isHistoryNote(note) ? note : undefined, views);
}

const rowTopic = (place: number): string => `${HISTORY_TOPIC} ${place}`;

const noteOf = (topic: string, value: object): Batch['commands'][number] => ({
  kind: 'record-note',
  actor: 'venue',
  topic,
  text: JSON.stringify(value),
});

function parse(text: string | undefined): object {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
