/** `perpetua journal inspect`: prints entries for people. */
import type { Entry } from '../../domain/command.ts';
import { stringifyPlain } from '../../domain/plain-json.ts';
import type { RequestIdentity } from '../../domain/request-identity.ts';
import { seq as toSeq } from '../../domain/units.ts';
import { expectJournal, type JournalWords } from './journal-words.ts';

const SHOWN = 20;

export function inspectJournal(words: JournalWords): number {
  const { dataFolder, json, output } = words;
  const { out } = output;
  const journal = expectJournal(dataFolder);
  const { first, last } = journal;
  const to = toSeq(Math.min(words.to ?? last, last));
  const from = words.from ?? toSeq(words.to === undefined ? to - SHOWN + 1 : first);
  const held = { from: toSeq(Math.max(from, first)), to };
  for (const entries of journal.read(held)) {
    for (const entry of entries) out(json ? stringifyPlain(entry) : formatEntry(entry));
  }
  if (!json) out(`The journal holds entries ${first} to ${last}.`);
  return 0;
}

export function formatEntry({ seq, at, command, request, mandate }: Entry): string {
  const time = new Date(at).toISOString();
  const { kind, ...fields } = command;
  const words = Object.entries(fields).map(([name, value]) => `${name} ${formatValue(value)}`);
  const signed = request === undefined ? [] : [`request ${formatIdentity(request)}`];
  const term = mandate === undefined ? [] : [`${mandate.duty} of term ${mandate.term}`];
  return [seq, time, kind, ...words, ...signed, ...term].join('  ');
}

const formatIdentity = ({ words }: RequestIdentity): string =>
  words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** Money and numbers are bare, texts are quoted, everything else is JSON. */
const formatValue = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}` : stringifyPlain(value);
