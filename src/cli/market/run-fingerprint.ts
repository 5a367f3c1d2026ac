/**
 * `perpetua market fingerprint`: a hash of the entries that a seed and a start lead to where nobody
 * trades, or of those in a journal. The same settings give the same hash on every machine.
 */
import { asOne } from '../../assembly/chaos-control.ts';
import { newNotes } from '../../assembly/market-seed.ts';
import { flagOf } from '../../assembly/setting.ts';
import { DRAWN, SETTING_ROWS, type Settings } from '../../assembly/settings.ts';
import { many } from '../../domain/many.ts';
import { millis, seq } from '../../domain/units.ts';
import { loadContracts } from '../../gateway/load-contracts.ts';
import { findJournal } from '../../journal/find-journal.ts';
import { createFingerprint } from '../../journal/fingerprint.ts';
import { driveMarket } from '../../market/drive-market.ts';
import { createGenesis } from '../../market/genesis.ts';
import { seedOfWord } from '../../market/seed.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { createBareVenue } from '../../venue/bare-venue.ts';
import { readProcessSettings } from '../settings/read-settings.ts';

const HELP = `Usage: perpetua market fingerprint --seed WORD --start-at TIME [--hours N]
       perpetua market fingerprint --data FOLDER [--hours N] [--entry N]

Prints the hash of the entries of a venue that begins so and in which nobody
trades. It needs no running venue. Every other setting of "perpetua start" may
be given too. With --data, prints the hash of the entries in the journal of that
folder.

  --hours N   venue time from the start, or from the first entry (24, or all of
              a journal)
  --entry N   the last entry of the journal that counts
  --json      print JSON`;

const HOUR = 3_600_000;
const OWN_FLAGS = ['hours', 'entry'];

export interface Printed {
  readonly hash: string;
  readonly entries: number;
  /** The time of the last one. */
  readonly lastAt: number;
}

const SETTING_FLAGS = [...SETTING_ROWS.map(({ name }) => flagOf(name).slice(2)), 'config'];
const WORDS = { help: HELP, values: SETTING_FLAGS };

export const runFingerprint = command(WORDS, ({ values }, output) => {
  const [hours, entry] = OWN_FLAGS.map((name) => values.get(name));
  if (!isCount(hours) || !isCount(entry))
    throw new Misunderstood('--hours and --entry are numbers above 0');
  const byMillis = hours === undefined ? undefined : Number(hours) * HOUR;
  const data = values.get('data');
  const printed =
    data === undefined
      ? printSettings([...values], byMillis ?? 24 * HOUR)
      : printJournal(data, { byMillis, entry: entry === undefined ? undefined : Number(entry) });
  if (typeof printed === 'string') {
    // Without a folder the settings alone can be wrong.
    const code = data === undefined ? EXIT.misunderstood : EXIT.failed;
    return complain(printed, code, output);
  }
  const entries = many(printed.entries, 'entry', 'entries');
  const upTo = `${entries} up to ${new Date(printed.lastAt).toISOString()}`;
  return { lines: [printed.hash, upTo], body: printed };
});

const isCount = (text: string | undefined): boolean =>
  text === undefined || (/^\d{1,9}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0);

function printSettings(
  values: readonly (readonly [string, string])[],
  byMillis: number,
): Printed | string {
  const args = values
    .filter(([name]) => !OWN_FLAGS.includes(name))
    .flatMap(([name, value]) => [`--${name}`, value]);
  const outcome = readProcessSettings(args);
  return 'faults' in outcome
    ? outcome.faults.join('\nperpetua: ')
    : fingerprintOf(outcome.settings, byMillis);
}

/** Of a venue that is begun with these settings, or what is missing in them. */
export function fingerprintOf(settings: Settings, byMillis: number): Printed | string {
  const { startAt } = settings;
  if (settings.seed === DRAWN || startAt === 'now')
    return 'a market is repeatable from its --seed and its --start-at: name both';
  if (settings.feed !== 'simulated') return `the ${settings.feed} feed cannot be repeated`;
  const seed = seedOfWord(settings.seed);
  const contracts = loadContracts(settings.contracts);
  const print = createFingerprint();
  let [entries, lastAt] = [0, 0];
  const venue = createBareVenue(undefined, (entry) => {
    print.add(entry);
    entries = entry.seq;
    lastAt = entry.at;
  });
  const commands = createGenesis(contracts, settings);
  venue.submitAt(millis(startAt), { kind: 'batch', commands });
  const drive = driveMarket(venue, { contracts, seed, tuning: settings });
  const { feed, terms } = drive.market;
  const noted = { seed, feed: feed.kind(), contracts, terms };
  const notes = asOne(newNotes(noted, venue.read.market.memory()));
  if (notes !== undefined) drive.submit(notes);
  drive.reach(startAt + byMillis);
  return { hash: print.digest(), entries, lastAt };
}

interface Span {
  /** From the first entry. */
  readonly byMillis: number | undefined;
  readonly entry: number | undefined;
}

/** Of a journal that is whole, or why there is none. */
export function printJournal(dataFolder: string, { byMillis, entry }: Span): Printed | string {
  const journal = findJournal(dataFolder);
  if (journal === undefined) return `${dataFolder} holds no journal`;
  const { first, last } = journal;
  if (first > 1) return `the journal of ${dataFolder} begins with entry ${first}, not 1`;
  const to = seq(Math.min(entry ?? last, last));
  const print = createFingerprint();
  let [entries, lastAt] = [0, 0];
  let until = Number.POSITIVE_INFINITY;
  for (const some of journal.read({ from: seq(1), to }))
    for (const each of some) {
      if (each.seq === 1 && byMillis !== undefined) until = each.at + byMillis;
      if (each.at > until) return { hash: print.digest(), entries, lastAt };
      print.add(each);
      entries = each.seq;
      lastAt = each.at;
    }
  return { hash: print.digest(), entries, lastAt };
}
