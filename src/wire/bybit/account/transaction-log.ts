/** account/transaction-log: every movement of the wallet, newest first. */
import { Type } from 'typebox';
import type { BillRow, FillRow } from '../../../domain/history.ts';
import { ROWS_PER_ENTRY_MAX } from '../../../domain/history.ts';
import { DAY } from '../../../domain/limits.ts';
import { divideHalfEven, minus, negate, wholeDown } from '../../../domain/money.ts';
import type { PostingKind } from '../../../domain/posting.ts';
import { type Money, NO_MONEY, type Ppm, ppm, toBigInt } from '../../../domain/units.ts';
import { moneyText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import { formatLots, formatPpm, formatTicks } from '../../quantity.ts';
import { record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import {
  anyCategory,
  cursorField,
  cursorText,
  LINEAR,
  readList,
  rowsField,
  texts,
  v5,
  windowFields,
} from '../endpoint.ts';
import { closedOf, executionWord } from '../orders/executions.ts';
import { SIDE_WORDS } from '../orders/order-record.ts';

/** Bills that come of trades. They say what the wallet was afterwards. */
const TRADE_BILLS: readonly PostingKind[] = [
  'open-long',
  'open-short',
  'close-long',
  'close-short',
];

const BILL_WORDS: Readonly<Partial<Record<PostingKind, string>>> = {
  deposit: 'TRANSFER_IN',
  'transfer-in': 'TRANSFER_IN',
  withdrawal: 'TRANSFER_OUT',
  'transfer-out': 'TRANSFER_OUT',
  funding: 'SETTLEMENT',
  'liquidation-fee': 'LIQUIDATION',
  'deficit-cover': 'LIQUIDATION',
};

const TYPES = ['TRANSFER_IN', 'TRANSFER_OUT', 'TRADE', 'SETTLEMENT', 'LIQUIDATION', 'ADL'] as const;
const FILL_WORDS: Readonly<Record<string, string>> = {
  Trade: 'TRADE',
  BustTrade: 'LIQUIDATION',
  AdlTrade: 'ADL',
};

const ROW = texts(
  ...(['id', 'symbol', 'category', 'side', 'transactionTime', 'type', 'transSubType'] as const),
  ...(['qty', 'size', 'currency', 'tradePrice', 'funding', 'fee', 'cashFlow', 'change'] as const),
  ...(['cashBalance', 'feeRate', 'bonusChange', 'tradeId', 'orderId', 'orderLinkId'] as const),
  'extraFees',
);

type Move = FillRow | BillRow;
const isFill = (row: Move): row is FillRow => 'trade' in row;

const typeOf = (row: Move): string =>
  isFill(row) ? (FILL_WORDS[executionWord(row)] ?? 'TRADE') : (BILL_WORDS[row.kind] ?? '');

const placeOfMove = (row: Move) => ({ at: row.at, id: isFill(row) ? row.trade : row.id });

/** The wallet after each fill: what the last of its bills says. */
function walletsAfter(moves: readonly Move[]): Map<FillRow, Money> {
  const bills = new Map<number, BillRow[]>();
  for (const row of moves) {
    if (isFill(row) || !TRADE_BILLS.includes(row.kind)) continue;
    const seq = wholeDown(row.id, ROWS_PER_ENTRY_MAX);
    bills.set(
      seq,
      [...(bills.get(seq) ?? []), row].sort((one, other) => one.id - other.id),
    );
  }
  const wallets = new Map<FillRow, Money>();
  const fills = moves.filter(isFill).sort((one, other) => one.trade - other.trade);
  for (const fill of fills) {
    const own = bills.get(fill.seq) ?? [];
    const isFlip = fill.effect === 'open' && closedOf(fill) > 0;
    const used = own.splice(0, isFlip ? 2 : 1).at(-1);
    if (used !== undefined) wallets.set(fill, used.wallet);
  }
  return wallets;
}

const PPM_WHOLE = 1_000_000n;
const UNUSED = { transSubType: '', bonusChange: '0', extraFees: '', orderLinkId: '', feeRate: '' };

/** What was paid tells the rate; orders of long ago are not looked for. */
const paidRate = ({ fee, value }: FillRow): Ppm =>
  ppm(value > NO_MONEY ? Number(divideHalfEven(toBigInt(fee) * PPM_WHOLE, toBigInt(value))) : 0);

function fillRow(fill: FillRow, wallet: Money | undefined, { contractOf }: Visitor) {
  const contract = contractOf(fill.contract);
  return {
    ...UNUSED,
    id: `t${fill.trade}`,
    symbol: symbolOf(contract),
    category: 'linear',
    side: SIDE_WORDS[fill.side] as string,
    transactionTime: String(fill.at),
    type: typeOf(fill),
    qty: formatLots(contract, fill.size),
    size: formatLots(contract, fill.size),
    currency: COIN_NAME,
    tradePrice: formatTicks(contract, fill.price),
    funding: '',
    fee: moneyText(fill.fee),
    cashFlow: moneyText(fill.realisedPnl),
    change: moneyText(minus(fill.realisedPnl, fill.fee)),
    cashBalance: wallet === undefined ? '' : moneyText(wallet),
    tradeId: String(fill.trade),
    orderId: String(fill.order),
    feeRate: formatPpm(paidRate(fill)),
  };
}

function billRow(bill: BillRow, { contractOf }: Visitor) {
  const isFunding = bill.kind === 'funding';
  const isFee = bill.kind === 'liquidation-fee';
  return {
    ...UNUSED,
    id: String(bill.id),
    symbol: bill.contract === null ? '' : symbolOf(contractOf(bill.contract)),
    category: 'linear',
    side: 'None',
    transactionTime: String(bill.at),
    type: typeOf(bill),
    qty: '0',
    size: '0',
    currency: COIN_NAME,
    tradePrice: '0',
    funding: isFunding ? moneyText(bill.amount) : '',
    fee: isFee ? moneyText(negate(bill.amount)) : '0',
    cashFlow: isFunding || isFee ? '0' : moneyText(bill.amount),
    change: moneyText(bill.amount),
    cashBalance: moneyText(bill.wallet),
    tradeId: '',
    orderId: '',
  };
}

export const TRANSACTION_LOG = v5.ownGet('/account/transaction-log', [1, 0], {
  id: 'bybitTransactionLog',
  request: Type.Object({
    accountType: ifSent(textField('Always UNIFIED.', { lengthMax: 20 })),
    category: ifSent(anyCategory()),
    currency: ifSent(textField('The coin.', { lengthMax: 20 })),
    baseCoin: ifSent(textField('The base coin.', { lengthMax: 20 })),
    type: ifSent(codeField([...TYPES, 'DELIVERY', 'FEE_REFUND', 'INTEREST'], 'Only this type.')),
    ...windowFields(),
    limit: rowsField(50, 20),
    cursor: cursorField(),
  }),
  response: record({ ...texts('nextPageCursor'), list: records(ROW) }),
  summary: 'Movements of the wallet',
  text:
    'Newest first: of a day unless a window is sent. The changes of all rows together are the ' +
    'wallet.',
  read: (sent, caller) => {
    const { category = LINEAR } = sent;
    const asked = readList(
      { ...sent, category },
      { max: 50, fallback: 20, usual: DAY },
      caller.venueNow(),
    );
    if (isWireError(asked)) return asked;
    const types = sent.type === undefined ? TYPES : TYPES.filter((each) => each === sent.type);
    const has = (type: string): boolean => types.some((each) => each === type);
    return {
      ...asked,
      types,
      kinds: [
        ...TRADE_BILLS,
        ...Object.entries(BILL_WORDS).flatMap(([kind, word]) =>
          has(word) ? [kind as PostingKind] : [],
        ),
      ],
      hasFills: has('TRADE') || has('LIQUIDATION') || has('ADL'),
    };
  },
  format: (moves: readonly Move[], { types, limit, before }, caller) => {
    const wallets = walletsAfter(moves);
    const told = moves
      .filter((row) => isFill(row) || !TRADE_BILLS.includes(row.kind))
      .filter((row) => types.some((type) => type === typeOf(row)))
      .filter((row) => before === null || isBefore(placeOfMove(row), before));
    const page = told.slice(0, limit);
    const last = page.at(-1);
    return {
      nextPageCursor:
        told.length > limit && last !== undefined ? cursorText(placeOfMove(last)) : '',
      list: page.map((row) =>
        isFill(row) ? fillRow(row, wallets.get(row), caller) : billRow(row, caller),
      ),
    };
  },
});

const isBefore = (
  one: ReturnType<typeof placeOfMove>,
  other: { readonly at: number; readonly id: number },
): boolean => one.at < other.at || (one.at === other.at && one.id < other.id);
