/**
 * Fills as rows of a table without account ids: entrants are numbered in the order of enrolment,
 * and everyone else is just "other".
 */
import type { Contest } from '../competition/contest.ts';
import type { SeasonRecord } from '../competition/season-record.ts';
import type { FillSettled } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import { formatLots, formatMoney, formatTicks } from '../wire/quantity.ts';

export const FILL_COLUMNS = [
  'trade',
  'at',
  'symbol',
  'venue',
  'takerSide',
  'price',
  'size',
  'value',
  'taker',
  'takerFee',
  'takerPnl',
  'maker',
  'makerFee',
  'makerPnl',
] as const;

const OTHERS = 'other';

/** Undefined if no entrant took part. */
export function fillRow(
  contest: Contest,
  season: SeasonRecord,
  at: Millis,
  fill: FillSettled,
): string | undefined {
  const { maker, taker } = fill;
  const contract = contest.contracts[fill.contract];
  const names = namesOf(season);
  const [takerName, makerName] = [names.get(taker.account), names.get(maker.account)];
  if (contract === undefined || (takerName === undefined && makerName === undefined))
    return undefined;
  return [
    fill.trade,
    at,
    contract.symbol,
    fill.venue,
    fill.takerSide,
    formatTicks(contract, fill.price),
    formatLots(contract, fill.size),
    formatMoney(fill.value),
    takerName ?? OTHERS,
    takerName === undefined ? '' : formatMoney(taker.fee),
    takerName === undefined ? '' : formatMoney(taker.realisedPnl),
    makerName ?? OTHERS,
    makerName === undefined ? '' : formatMoney(maker.fee),
    makerName === undefined ? '' : formatMoney(maker.realisedPnl),
  ].join();
}

/** Worked out once for each season: nobody enrols after the start. */
const known = new WeakMap<SeasonRecord, ReadonlyMap<AccountId, string>>();

function namesOf(season: SeasonRecord): ReadonlyMap<AccountId, string> {
  let names = known.get(season);
  if (names === undefined) {
    names = new Map(
      season.entrants.map(({ account }, place) => [
        account,
        `T${String(place + 1).padStart(4, '0')}`,
      ]),
    );
    known.set(season, names);
  }
  return names;
}
