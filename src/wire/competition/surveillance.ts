/** Findings of surveillance as JSON, with teams beside accounts. Never with addresses. */
import { type Static, Type } from 'typebox';
import type { Contest } from '../../competition/contest.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import { reviewSeason, type SurveillanceFinding } from '../../competition/surveillance/review.ts';
import type { PairEvidence } from '../../competition/surveillance/watch.ts';
import { formatDecimal, formatLots, formatMoney, formatTicks } from '../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../record-field.ts';

export const SURVEILLANCE_TESTS = [
  'pair-matching',
  'value-transfer',
  'mirrored-positions',
  'copying',
  'self-trading',
  'order-flooding',
  'spoofing',
  'feed-exploitation',
  'lagging-contracts',
  'price-moving',
  'closing-push',
  'shared-address',
] as const;

/** Tests whose score is a count. The other scores are fractions, kept in ppm. */
const COUNTS: ReadonlySet<SurveillanceFinding['test']> = new Set([
  'self-trading',
  'order-flooding',
  'spoofing',
  'shared-address',
]);

export const FINDING_RECORD = record({
  test: word(SURVEILLANCE_TESTS, 'Which test'),
  flagged: flag('Beyond the limit: a question to the organiser, not a verdict'),
  accounts: list(integer('Account; of a copying pair the leader stands first', 1_001)),
  teams: list(text('Its team', 'careful-owls')),
  score: decimal('What the test measured', '0.12'),
  limit: decimal('From where on it is flagged', '0.05'),
  facts: list(text('What the score rests on', '12 fills with each other, worth 4000')),
  fills: records({
    trade: integer('Number of the trade', 7),
    at: moment('When'),
    symbol: text('The contract', 'cmt_btcusdt'),
    price: decimal('At what price', '90000.1'),
    fair: decimal('The mark a second before', '90100.0'),
    size: decimal('How much', '0.0100'),
    transferred: decimal('What the younger account gained against the mark', '1.00000000'),
  }),
});
export type FindingRecord = Static<typeof FINDING_RECORD>;

export const SURVEILLANCE_RECORD = record({
  season: integer('Number of the season', 1),
  flagged: integer('How many findings are flagged', 0),
  findings: Type.Array(FINDING_RECORD),
});
export type SurveillanceRecord = Static<typeof SURVEILLANCE_RECORD>;

/** `more` are findings that do not come from the journal, such as shared addresses. */
export function formatSurveillance(
  contest: Pick<Contest, 'contracts'>,
  season: SeasonRecord,
  more: readonly SurveillanceFinding[] = [],
): SurveillanceRecord {
  const teams = new Map(season.entrants.map(({ account, team }) => [account, team]));
  const found = [...reviewSeason(season), ...more];
  const findings = found.map((each) => ({
    test: each.test,
    flagged: each.isFlagged,
    accounts: [...each.accounts],
    teams: each.accounts.map((account) => teams.get(account) ?? ''),
    score: formatScore(each, each.score),
    limit: formatScore(each, each.limit),
    facts: [...each.facts],
    fills: each.fills.flatMap((fill) => formatEvidence(contest, fill)),
  }));
  return {
    season: season.season,
    flagged: findings.filter(({ flagged }) => flagged).length,
    findings,
  };
}

const PPM_DECIMALS = 6;

const formatScore = ({ test }: SurveillanceFinding, value: bigint): string =>
  COUNTS.has(test) ? value.toString() : formatDecimal(value, PPM_DECIMALS);

function formatEvidence(
  { contracts }: Pick<Contest, 'contracts'>,
  fill: PairEvidence,
): FindingRecord['fills'] {
  const contract = contracts[fill.contract];
  if (contract === undefined) return [];
  return [
    {
      trade: fill.trade,
      at: fill.at,
      symbol: contract.symbol,
      price: formatTicks(contract, fill.price),
      fair: formatTicks(contract, fill.fair),
      size: formatLots(contract, fill.size),
      transferred: formatMoney(fill.transferred),
    },
  ];
}
