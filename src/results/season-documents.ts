/**
 * The files of a result that are computed from a replay. The same replay gives the same bytes, so a
 * verifier computes them again and compares.
 */
import type { SeasonRecord } from '../competition/season-record.ts';
import { money } from '../domain/units.ts';
import { formatCsv } from '../terminal/csv.ts';
import { formatSeasonRules } from '../wire/competition/season.ts';
import { formatLeaderboard } from '../wire/competition/standings.ts';
import { formatSurveillance } from '../wire/competition/surveillance.ts';
import { guarded } from '../wire/csv.ts';
import { formatMoney } from '../wire/quantity.ts';
import type { Manifest } from './published-folder.ts';
import type { ReplayedReset, SeasonReplay } from './season-replay.ts';

export const DOCUMENT_FILES = [
  'standings.csv',
  'standings.json',
  'rules.json',
  'surveillance.json',
  'sanctions.json',
  'attestation.json',
] as const;

/** By file name. */
export type Documents = ReadonlyMap<(typeof DOCUMENT_FILES)[number], string>;

/** What results of the first format do not tell. They must go on to verify. */
const SINCE_FORMAT_2: ReadonlySet<string> = new Set(['podium', 'idle', 'ranksIdle']);

export function writeDocuments(
  replay: SeasonReplay,
  season: SeasonRecord,
  format: Manifest['format'],
): Documents {
  const { contest, attestations } = replay;
  const told = (row: object): object => (format === 1 ? withoutLater(row) : row);
  const board = formatLeaderboard(season, 'organiser', contest.at);
  // Disqualified entrants are not ranked; the sanctions tell why.
  const standings = board.standings.filter(({ rank }) => rank !== null).map(told);
  return new Map([
    ['standings.csv', standingsCsv(standings, format)],
    ['standings.json', json({ ...board, standings })],
    ['rules.json', json(told(formatSeasonRules(contest, season)))],
    ['surveillance.json', json(formatSurveillance(contest, season))],
    ['sanctions.json', json(sanctionRows(season))],
    ['attestation.json', json(attestationOf(season, attestations.get(season.season)))],
  ]);
}

const withoutLater = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !SINCE_FORMAT_2.has(name)));

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Teams choose their names, and people open the file with a spreadsheet. */
function standingsCsv(rows: readonly object[], format: Manifest['format']): string {
  const columns = Object.keys(rows[0] ?? {});
  const cellOf = (value: unknown): string => {
    const text = String(value ?? '');
    return format === 1 ? text : guarded(text);
  };
  return formatCsv([
    columns,
    ...rows.map((row) => columns.map((column) => cellOf(Reflect.get(row, column)))),
  ]);
}

function sanctionRows(season: SeasonRecord) {
  const teams = new Map(season.entrants.map(({ account, team }) => [account, team]));
  return season.sanctions.map((row) => ({ ...row, team: teams.get(row.account) ?? '' }));
}

function attestationOf(season: SeasonRecord, found: ReplayedReset | undefined) {
  if (found === undefined || season.reset === null) return null;
  const { seq, accounts, wallet, collateralTotal, depositsNet, stateHash } = found;
  return {
    season: season.season,
    entry: seq,
    at: season.reset.at,
    accounts,
    wallet: formatMoney(money(wallet)),
    total: formatMoney(money(wallet * BigInt(accounts))),
    collateralTotal: formatMoney(money(collateralTotal)),
    depositsNet: formatMoney(money(depositsNet)),
    conserved: collateralTotal === depositsNet,
    stateHash,
  };
}
