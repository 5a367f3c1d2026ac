/** execution/list: fills, and settlements of funding in the same rows. */
import { Type } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import type { BillRow, FillRow, FundingRow } from '../../../domain/history.ts';
import { divideHalfEven, plus } from '../../../domain/money.ts';
import {
  FUNDING_SCALE,
  type Lots,
  lots,
  money,
  NO_LOTS,
  type Ppm,
  toBigInt,
} from '../../../domain/units.ts';
import { moneyText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import { codeField, ifSent } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { ListPlace } from '../../order-target.ts';
import { longRate } from '../../price-text.ts';
import { formatLots, formatMoney, formatPpm, formatTicks } from '../../quantity.ts';
import { flag, integer } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { categoryRows, pagedRows, texts, v5 } from '../endpoint.ts';
import {
  anyCategory,
  coinFields,
  cursorField,
  cursorText,
  readList,
  rowsField,
  symbolOrAll,
  WEEK,
  windowFields,
} from '../query.ts';
import { TARGET_FIELDS, targetSent } from './change-order.ts';
import { linkIdOf } from './order-record.ts';
import { creationWord, SIDE_WORDS, stopWord } from './order-words.ts';

export const EXECUTION_ROW = {
  ...texts('symbol', 'orderId', 'orderLinkId', 'side', 'orderPrice', 'orderQty', 'leavesQty'),
  ...texts('createType', 'orderType', 'stopOrderType', 'execFee', 'execId', 'execPrice'),
  ...texts('execQty', 'execType', 'execValue', 'execTime', 'feeCurrency', 'feeRate', 'tradeIv'),
  ...texts('markIv', 'markPrice', 'indexPrice', 'underlyingPrice', 'blockTradeId', 'closedSize'),
  ...texts('extraFees'),
  isMaker: flag('Whether it rested'),
  seq: integer('The place in the journal', 1_200),
};

/** A fill with its order, or a settlement of funding that was paid or received. */
export type ExecutionTold =
  | { readonly fill: FillRow; readonly order: FoundOrder['order'] | undefined }
  | { readonly bill: BillRow; readonly settled: FundingRow };

export interface ExecutionsTold {
  readonly rows: readonly ExecutionTold[];
  readonly next: ListPlace | null;
}

const UNUSED = {
  tradeIv: '',
  markIv: '',
  indexPrice: '',
  underlyingPrice: '',
  blockTradeId: '',
  extraFees: '',
  feeCurrency: COIN_NAME,
};

export function executionWord({ origin }: Pick<FillRow, 'origin'>): string {
  if (origin === 'liquidation' || origin === 'reduction') return 'BustTrade';
  return origin === 'deleveraging' ? 'AdlTrade' : 'Trade';
}

/** What a fill closed: all of it, or the part that closed the other side. */
export const closedOf = ({ effect, size, closedSize }: FillRow): Lots =>
  effect === 'close' ? size : closedSize;

export const feeRateOf = (
  fill: FillRow,
  order: FoundOrder['order'] | undefined,
): Ppm | undefined => (fill.isMaker ? order?.makerFee : order?.takerFee);

type TradeTold = Extract<ExecutionTold, { fill: FillRow }>;

export function tradeExecution({ fill, order }: TradeTold, contract: Contract) {
  const rate = feeRateOf(fill, order);
  return {
    ...UNUSED,
    symbol: symbolOf(contract),
    orderId: String(fill.order),
    orderLinkId: order === undefined ? '' : linkIdOf(order),
    side: SIDE_WORDS[fill.side] as string,
    orderPrice: formatTicks(contract, order?.price || order?.workingPrice || fill.price),
    orderQty: formatLots(contract, order?.size ?? fill.size),
    leavesQty: formatLots(
      contract,
      order === undefined ? NO_LOTS : lots(order.size - order.filled),
    ),
    createType: order === undefined ? '' : creationWord(order),
    orderType: order !== undefined && order.price > 0 ? 'Limit' : 'Market',
    stopOrderType: order === undefined ? '' : stopWord(order) || 'UNKNOWN',
    execFee: moneyText(plus(fill.fee, fill.liquidationFee)),
    execId: String(fill.trade),
    execPrice: formatTicks(contract, fill.price),
    execQty: formatLots(contract, fill.size),
    execType: executionWord(fill),
    execValue: formatMoney(fill.value),
    execTime: String(fill.at),
    feeRate: rate === undefined ? '' : formatPpm(rate),
    markPrice: formatTicks(contract, fill.price),
    closedSize: formatLots(contract, closedOf(fill)),
    isMaker: fill.isMaker,
    seq: fill.seq as number,
  };
}

/** The value that was funded follows from what was paid and the rate. */
function fundedBy(bill: BillRow, { rate, mark }: FundingRow, contract: Contract) {
  const paid = -toBigInt(bill.amount);
  const value =
    rate === 0 ? 0n : divideHalfEven((paid < 0n ? -paid : paid) * FUNDING_SCALE, abs(rate));
  const unit = toBigInt(notionalOf(contract, mark, lots(1)));
  return {
    at: bill.at,
    payment: money(paid),
    size: lots(unit === 0n ? 0 : Number(divideHalfEven(value, unit))),
    isLong: paid > 0n === rate > 0,
    rate,
    mark,
  };
}

/** A payment of funding; what is negative was received. */
export function fundingExecution(funded: ReturnType<typeof fundedBy>, contract: Contract) {
  const { rate, mark, size } = funded;
  return {
    ...UNUSED,
    symbol: symbolOf(contract),
    orderId: '',
    orderLinkId: '',
    side: funded.isLong ? 'Sell' : 'Buy',
    orderPrice: '0',
    orderQty: '0',
    leavesQty: '0',
    createType: '',
    orderType: 'UNKNOWN',
    stopOrderType: 'UNKNOWN',
    execFee: moneyText(funded.payment),
    // Every settlement of a position has a moment of its own, for lists and sockets alike.
    execId: `${symbolOf(contract)}-${funded.at}-${funded.isLong ? 'long' : 'short'}`,
    execPrice: formatTicks(contract, mark),
    execQty: formatLots(contract, size),
    execType: 'Funding',
    execValue: formatMoney(notionalOf(contract, mark, size)),
    execTime: String(funded.at),
    feeRate: longRate(rate),
    markPrice: formatTicks(contract, mark),
    closedSize: '0',
    isMaker: false,
    seq: 0,
  };
}

const abs = (rate: number): bigint => BigInt(rate < 0 ? -rate : rate);

function executionRow(told: ExecutionTold, { contractOf }: Pick<Visitor, 'contractOf'>) {
  if ('fill' in told) return tradeExecution(told, contractOf(told.fill.contract));
  const contract = contractOf(told.settled.contract);
  return fundingExecution(fundedBy(told.bill, told.settled, contract), contract);
}

const TYPES = ['Trade', 'Funding', 'BustTrade', 'AdlTrade', 'SessionSettlePnL', 'Settle'] as const;

export const EXECUTIONS = v5.ownGet('/execution/list', [1, 0], {
  id: 'bybitExecutions',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolOrAll(),
    ...coinFields(),
    ...TARGET_FIELDS,
    execType: ifSent(codeField(TYPES, 'Only of this type.')),
    ...windowFields(),
    limit: rowsField(100, 50),
    size: rowsField(100, 50),
    cursor: cursorField(),
  }),
  response: pagedRows(EXECUTION_ROW),
  summary: 'Fills, and settlements of funding',
  text: 'Newest first: of seven days unless a window is sent. `size` is another name of `limit`.',
  read: (sent, caller) => {
    const limit = sent.limit ?? sent.size;
    const asked = readList(
      { ...sent, ...(limit === undefined ? {} : { limit }) },
      { max: 100, fallback: 50, usual: WEEK },
      caller.venueNow(),
    );
    if (isWireError(asked)) return asked;
    const { execType } = sent;
    const target = targetSent(sent) ?? null;
    return {
      ...asked,
      target,
      hasFunding: target === null && (execType === undefined || execType === 'Funding'),
      hasFills: execType !== 'Funding',
      isAsked: (fill: FillRow): boolean =>
        execType === undefined || executionWord(fill) === execType,
    };
  },
  format: ({ rows, next }: ExecutionsTold, asked, caller) =>
    categoryRows(
      asked,
      rows.map((each) => executionRow(each, caller)),
      cursorText(next),
    ),
});
