/**
 * Reads the operator's table of contracts: decimals of the wire become integers of the engine. An
 * error names the contract and the field.
 */
import { type Contract, contractFaults, tickLotValueOf, tiersFrom } from '../domain/contract.ts';
import { contractId } from '../domain/ids.ts';
import { type Lots, lots, type Millis, millis, type Ppm, ppm } from '../domain/units.ts';
import { findDecimal, findMoney, findPpm } from './quantity.ts';

/** One row of the table. All quantities are decimal text. */
export interface ContractRow {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly priceEndStep: number;
  readonly sizeDecimals: number;
  readonly lot: string;
  readonly minOrderSize: string;
  readonly maxOrderSize: string;
  /** None if missing. */
  readonly minNotional?: string;
  readonly marketOpenLimitSize: string;
  readonly maxPositionSize: string;
  readonly minLeverage: number;
  readonly maxLeverage: number;
  readonly buyLimitPriceRatio: string;
  readonly sellLimitPriceRatio: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly fundingTimes: readonly string[];
  readonly impactNotional: string;
  readonly tiers: readonly TierRow[];
}

export interface TierRow {
  readonly notionalMax: string;
  readonly maxLeverage: number;
  readonly maintenanceRate: string;
}

/** What JSON each field is. */
type Kinds<Row> = { readonly [Name in keyof Required<Row>]: 'string' | 'number' | 'list' };

const CONTRACT_KINDS: Kinds<ContractRow> = {
  symbol: 'string',
  base: 'string',
  quote: 'string',
  priceDecimals: 'number',
  priceEndStep: 'number',
  sizeDecimals: 'number',
  lot: 'string',
  minOrderSize: 'string',
  maxOrderSize: 'string',
  minNotional: 'string',
  marketOpenLimitSize: 'string',
  maxPositionSize: 'string',
  minLeverage: 'number',
  maxLeverage: 'number',
  buyLimitPriceRatio: 'string',
  sellLimitPriceRatio: 'string',
  makerFeeRate: 'string',
  takerFeeRate: 'string',
  fundingTimes: 'list',
  impactNotional: 'string',
  tiers: 'list',
};
const TIER_KINDS: Kinds<TierRow> = {
  notionalMax: 'string',
  maxLeverage: 'number',
  maintenanceRate: 'string',
};

/** The rows of a table that somebody wrote, or an error that says what is not there. */
export function readContractTable(table: unknown): ContractRow[] {
  if (!Array.isArray(table)) throw new Error('contract table: it is not a list of contracts');
  for (const [place, row] of table.entries()) {
    const symbol: unknown = row?.symbol;
    const name = typeof symbol === 'string' ? symbol : `contract ${place + 1}`;
    expectFields(name, { minNotional: '0', ...row }, CONTRACT_KINDS);
    for (const tier of row.tiers) expectFields(`${name}: tiers`, tier, TIER_KINDS);
  }
  return table;
}

function expectFields<Row>(name: string, row: unknown, kinds: Kinds<Row>): void {
  const fields = new Map(Object.entries(row ?? {}));
  for (const [field, kind] of Object.entries(kinds)) {
    const value = fields.get(field);
    const isFit = kind === 'list' ? Array.isArray(value) : typeof value === kind;
    const fault = value === undefined ? 'is missing' : `is not a ${kind}`;
    if (!isFit) throw new Error(`contract table: ${name}: ${field} ${fault}`);
  }
}

/** Returns the contracts, or throws an error that lists every fault of the table. */
export function parseContractTable(rows: readonly ContractRow[]): Contract[] {
  const contracts = rows.map(parseContract);
  const faults = contracts.flatMap(contractFaults);
  if (faults.length > 0) throw new Error(`contract table: ${faults.join('; ')}`);
  return contracts;
}

function parseContract(row: ContractRow, place: number): Contract {
  const read = reader(row.symbol);
  const lotStep = Number(read('lot', findDecimal(row.lot, row.sizeDecimals)));
  const size = (field: string, text: string): Lots => {
    const units = Number(read(field, findDecimal(text, row.sizeDecimals)));
    return lots(Number(read(field, units % lotStep === 0 ? BigInt(units / lotStep) : undefined)));
  };
  return {
    id: contractId(place),
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    priceDecimals: row.priceDecimals,
    priceEndStep: row.priceEndStep,
    sizeDecimals: row.sizeDecimals,
    lotStep,
    tickLotValue: tickLotValueOf({ ...row, lotStep }),
    orderLotsMin: size('minOrderSize', row.minOrderSize),
    ...(row.minNotional === undefined
      ? {}
      : { notionalMin: read('minNotional', findMoney(row.minNotional)) }),
    orderLotsMax: size('maxOrderSize', row.maxOrderSize),
    marketOpenLotsMax: size('marketOpenLimitSize', row.marketOpenLimitSize),
    positionLotsMax: size('maxPositionSize', row.maxPositionSize),
    leverageMin: row.minLeverage,
    leverageMax: row.maxLeverage,
    buyBand: read('buyLimitPriceRatio', findPpm(row.buyLimitPriceRatio)),
    sellBand: read('sellLimitPriceRatio', findPpm(row.sellLimitPriceRatio)),
    makerFee: read('makerFeeRate', findSignedPpm(row.makerFeeRate)),
    takerFee: read('takerFeeRate', findPpm(row.takerFeeRate)),
    fundingTimes: row.fundingTimes.map((time) => read('fundingTimes', findTimeOfDay(time))),
    impactNotional: read('impactNotional', findMoney(row.impactNotional)),
    tiers: tiersFrom(
      row.tiers.map((tier) => ({
        notionalMax: read('notionalMax', findMoney(tier.notionalMax)),
        leverageMax: tier.maxLeverage,
        maintenanceRate: read('maintenanceRate', findPpm(tier.maintenanceRate)),
      })),
    ),
  };
}

const reader =
  (symbol: string) =>
  <Value>(field: string, value: Value | undefined): Value => {
    if (value === undefined) throw new Error(`contract table: ${symbol}: ${field} is not valid`);
    return value;
  };

/** Returns a rate that may be negative: a maker fee can be a rebate. */
function findSignedPpm(text: string): Ppm | undefined {
  if (!text.startsWith('-')) return findPpm(text);
  const magnitude = findPpm(text.slice(1));
  return magnitude === undefined ? undefined : ppm(-magnitude);
}

/** Returns a time such as `08:00:00` as milliseconds since midnight. */
function findTimeOfDay(text: string): Millis | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (match === null) return undefined;
  return millis(((Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1_000);
}
