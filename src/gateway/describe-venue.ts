/** The venue in figures of Prometheus, read on demand: its journal, market, season and house. */
import type { Contract } from '../domain/contract.ts';
import { SANCTION, SEASON_PHASE } from '../domain/season.ts';
import { FINE_PER_TICK, type Money, type Ticks } from '../domain/units.ts';
import type { Venue } from '../venue/venue.ts';
import { type Family, gauge, gaugesBy } from './metrics-text.ts';

/** Without a read nothing is told of market, season and house, without a contest not of scores. */
export type DescribedVenue = Pick<Venue, 'health'> & Partial<Pick<Venue, 'read' | 'contest'>>;

export function describeVenue({ health, read, contest }: DescribedVenue): Family[] {
  const journal = describeJournal(health());
  if (read === undefined) return journal;
  return [
    ...journal,
    ...describeMarket(read),
    ...describeSeason(read, contest),
    ...describeHouse(read),
  ];
}

function describeJournal(health: ReturnType<Venue['health']>): Family[] {
  const { archiveFailedBecause, syncMillis } = health;
  const { p50, p99, count, sum } = syncMillis;
  return [
    gauge('trading', 'One while the venue takes commands.', Number(health.status === 'trading')),
    gauge('entries', 'Entries applied since the beginning.', health.seq),
    gauge('queued_commands', 'Commands waiting to be acknowledged.', health.queued),
    gauge('commands_per_second', 'Commands applied of late.', health.commandsPerSecond),
    gauge('archive_lag_entries', 'Entries the archive is behind.', health.archiveLag),
    gauge('archive_failed', 'One if history is lost.', Number(archiveFailedBecause !== null)),
    gauge('snapshot_entries', 'The entry of the last snapshot.', health.snapshotSeq),
    gauge('clock_behind_seconds', 'After it jumped back.', health.clockBehindMillis / 1_000),
    gauge('replica_behind_entries', 'Known, not yet applied here.', health.behind ?? 0),
    gauge('log_foreign_messages', 'Passed over: no replica wrote them.', health.foreign ?? 0),
    gauge('journal_sync_p50_seconds', 'Median of the last syncs.', p50 / 1_000),
    gauge('journal_sync_p99_seconds', 'One in a hundred of them.', p99 / 1_000),
    {
      name: 'perpetua_journal_sync_seconds',
      help: 'From the hands of the journal to being durable.',
      type: 'summary',
      samples: [
        { suffix: '_sum', value: sum / 1_000 },
        { suffix: '_count', value: count },
      ],
    },
  ];
}

/** A tick as a fraction is good enough to draw. */
const priceOf = ({ priceDecimals, priceEndStep }: Contract, price: number): number =>
  (price * priceEndStep) / 10 ** priceDecimals;

const sizeOf = ({ sizeDecimals, lotStep }: Contract, size: number): number =>
  (size * lotStep) / 10 ** sizeDecimals;

/** In the quote currency. */
const moneyOf = (amount: Money): number => Number(amount) / 1e8;

/** A side of the book that is empty has no price: its sample is missing. */
function describeMarket({ listing, market, now }: Venue['read']): Family[] {
  const rows = listing.list().map((record) => {
    const { contract } = record;
    const { id } = contract;
    return { ...record, ticker: market.ticker(id), rate: market.funding(id).estimate };
  });
  type Row = (typeof rows)[number];
  const family = (name: string, help: string, pick: (row: Row) => number): Family =>
    gaugesBy(
      'contract',
      `contract_${name}`,
      help,
      rows
        .map((row) => [row.contract.symbol, pick(row)] as const)
        .filter(([, value]) => !Number.isNaN(value)),
    );
  const price = (name: string, help: string, pick: (row: Row) => Ticks): Family =>
    family(name, help, (row) => (pick(row) === 0 ? Number.NaN : priceOf(row.contract, pick(row))));
  return [
    price('mark_price', 'The price margin uses.', ({ mark }) => mark),
    price('last_price', 'Of the last fill.', ({ last }) => last),
    price('bid_price', 'The best of those who buy.', ({ ticker }) => ticker.bestBid),
    price('ask_price', 'The best of those who sell.', ({ ticker }) => ticker.bestAsk),
    family('index_price', 'The outside price.', ({ contract, index }) =>
      index === 0 ? Number.NaN : priceOf(contract, index) / FINE_PER_TICK,
    ),
    family('index_age_seconds', 'Venue time since the last outside price.', ({ indexAt }) =>
      indexAt === 0 ? Number.NaN : (now() - indexAt) / 1_000,
    ),
    family('open_interest', 'Of one side, in the base coin.', ({ contract }) =>
      sizeOf(contract, market.openInterest(contract.id)),
    ),
    family('day_turnover', 'Of 24 hours, in the quote currency.', ({ ticker }) =>
      moneyOf(ticker.quote),
    ),
    family('day_trades', 'Of 24 hours.', ({ ticker }) => ticker.trades),
    family('funding_rate', 'As it is forming.', ({ rate }) => rate / 1e8),
    family('halted', 'One while it is halted.', ({ isHalted }) => Number(isHalted)),
  ];
}

/** The newest season, also after its end. */
function describeSeason({ season, now }: Venue['read'], contest: Venue['contest'] | undefined) {
  const current = season.current();
  if (current === null) return [];
  const { number, phase, rules } = current;
  const entrants = season.entrants();
  const scores = [...(contest?.entrants.values() ?? [])].map(({ score }) => score);
  const sum = (pick: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + pick(score), 0);
  return [
    gauge('season_number', 'Counted from one.', number),
    gaugesBy(
      'phase',
      'season_phase',
      'One for the phase it is in.',
      SEASON_PHASE.words.map((word) => [word, Number(word === phase)] as const),
    ),
    gauge('season_start_seconds', 'Until it starts.', (rules.startAt - now()) / 1_000),
    gauge('season_end_seconds', 'Until it ends.', (rules.endAt - now()) / 1_000),
    gaugesBy(
      'sanction',
      'season_entrants',
      'Entrants, by the sanction they stand under.',
      SANCTION.words.map(
        (word) => [word, entrants.filter(({ sanction }) => sanction === word).length] as const,
      ),
    ),
    gauge('season_active_entrants', 'Who filled.', scores.filter(({ fills }) => fills > 0).length),
    gauge(
      'season_fills',
      'Of all entrants.',
      sum(({ fills }) => fills),
    ),
    gauge(
      'season_turnover',
      'Of all entrants.',
      sum(({ turnover }) => moneyOf(turnover)),
    ),
    gauge(
      'season_liquidations',
      'Of all entrants.',
      sum(({ liquidations }) => liquidations),
    ),
  ];
}

function describeHouse({ account }: Venue['read']): Family[] {
  const rows = account.house();
  if (rows.length === 0) return [];
  const family = (what: 'deposited' | 'equity' | 'trading' | 'fees' | 'funding', help: string) =>
    gaugesBy(
      'account',
      `house_${what}`,
      help,
      rows.map((row) => [row.who, moneyOf(row[what])] as const),
    );
  return [
    family('deposited', 'Deposits less withdrawals of the accounts of the house.'),
    family('equity', 'What they are worth at the marks.'),
    family('trading', 'What they made by trading, before fees and funding.'),
    family('fees', 'Fees, negative where paid.'),
    family('funding', 'Funding, negative where paid.'),
  ];
}
