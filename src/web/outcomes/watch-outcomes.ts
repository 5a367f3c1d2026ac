/**
 * Tells what happens to the account of this tab, once for each outcome. Several rows of one order
 * may come of one command, so a moment passes before they are told together.
 */
import { batch, effect } from '@preact/signals';
import type {
  PerpetuaLiquidationsRow,
  ToldFill,
  ToldOrder,
  ToldPosition,
} from '../../client/client.ts';
import { notionalOf } from '../../domain/contract.ts';
import { money, toBigInt } from '../../domain/units.ts';
import { formatLots, formatMoney, formatTicks } from '../../wire/quantity.ts';
import { isLiquidating, listenToAccount } from '../account/account-state.ts';
import { type AccountInputs, liquidationOf, marginRatio, standingOf } from '../account/figures.ts';
import { moneyOf, type OwnPosition } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { askOwn, ROUTINE, session } from '../client/call.ts';
import { contractName, findContract } from '../market/contracts.ts';
import { venueTimeNow } from '../market/funding.ts';
import { markOf } from '../market/tickers.ts';
import { cents, digits, share, withCommas } from '../parts/numbers.ts';
import { type NoticeLink, tellOutcome } from '../shell/notices.ts';
import { markTab, showTab } from '../terminal/shown.ts';
import { orderOutcomes, type ToldOutcome } from './order-outcome.ts';
import { sayOutcome } from './outcome-words.ts';

const SOON_MILLIS = 150;

/** The last known row of each order, and those whose news is not told yet. */
const known = new Map<string, ToldOrder>();
const fresh = new Map<string, ToldOrder | undefined>();
const sentHere = new Set<string>();
const fundingOf = new Map<string, bigint>();
/** Positions that were warned about. */
const called = new Set<string>();
/** The newest explanation that was told; undefined until the past is known. */
let explained: number | undefined;
let isWaiting = false;
let isDoubtful = false;

function report({ tone, text, tab }: ToldOutcome): void {
  markTab(tab);
  const link = tab === 'why' && tone === 'bad' ? whyLink() : undefined;
  tellOutcome({ tone, text, link, at: venueTimeNow() });
}

const whyLink = (): NoticeLink => ({ label: sayOutcome('whyLink'), follow: () => showTab('why') });

function forget(): void {
  for (const each of [known, fresh, sentHere, fundingOf, called]) each.clear();
  explained = undefined;
  isDoubtful = false;
}

/** An order that was there before the page is known, but is no news. */
function knowOrders(rows: readonly ToldOrder[]): void {
  for (const row of rows) if (!known.has(row.id)) known.set(row.id, row);
}

function hearOrder(row: ToldOrder): void {
  if (!fresh.has(row.id)) fresh.set(row.id, known.get(row.id));
  known.set(row.id, row);
  tellSoon();
}

/** A fill of an order that no row told of is one of a liquidation or deleveraging. */
function hearFill({ orderId }: ToldFill): void {
  if (known.has(orderId)) return;
  isDoubtful = true;
  tellSoon();
}

/** The answer to an order of this page; its row may have come already. */
export function expectOrder(id: string): void {
  sentHere.add(id);
  const row = known.get(id);
  if (row !== undefined && !fresh.has(id) && isLiving(row)) fresh.set(id, undefined);
  tellSoon();
}

const isLiving = ({ status }: ToldOrder): boolean => status !== 'FILLED' && status !== 'CANCELED';

function tellSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    batch(tellFresh);
  }, SOON_MILLIS);
}

function tellFresh(): void {
  for (const [id, before] of fresh) {
    const row = known.get(id);
    if (row === undefined) continue;
    if (row.orderSource === 'SYSTEM' || /LIQUIDATION|DELEVERAGING/.test(row.cancelReason))
      isDoubtful = true;
    if (row.orderSource !== 'SYSTEM')
      orderOutcomes({ row, before, isSentHere: sentHere.has(id) }).forEach(report);
    if (isLiving(row)) continue;
    known.delete(id);
    sentHere.delete(id);
  }
  fresh.clear();
  if (isDoubtful) void readExplained();
  isDoubtful = false;
}

const READ = 20;

/** Liquidations and deleveragings are told in the words of their explanation. */
async function readExplained(): Promise<void> {
  const who = session.peek();
  const asked = { limit: READ };
  const outcome = await askOwn(({ perpetua }) => perpetua.liquidations(asked, ROUTINE));
  if (!outcome.ok || session.peek() !== who) return;
  const since = explained;
  explained = Math.max(explained ?? 0, ...outcome.value.map(({ id }) => id));
  if (since === undefined) return;
  for (const record of outcome.value.toReversed()) {
    if (record.id <= since) continue;
    if (record.kind === 'started') report(liquidatedOutcome(record));
    if (record.kind === 'deleveraged') {
      const values = { position: positionText(record), price: withCommas(record.price) };
      report({ tone: 'bad', text: sayOutcome('deleveraged', values), tab: 'why' });
    }
  }
}

type Started = Extract<PerpetuaLiquidationsRow, { kind: 'started' }>;

function liquidatedOutcome({ positions, equity, requirement }: Started): ToldOutcome {
  const each = positions.map((row) =>
    sayOutcome('atMark', { position: positionText(row), price: withCommas(row.mark) }),
  );
  const text = sayOutcome('liquidated', {
    positions: each.join(', '),
    equity: cents(moneyOf(equity)),
    requirement: cents(moneyOf(requirement)),
  });
  return { tone: 'bad', text, tab: 'why' };
}

interface NamedPosition {
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT';
  readonly size: string;
}

const positionText = ({ symbol, side, size }: NamedPosition): string =>
  `${sayOutcome(side === 'LONG' ? 'long' : 'short')} ${size} ${contractName(symbol)}`;

/** What a position has paid since it began grows with each settlement. */
function hearPositions(rows: readonly ToldPosition[]): void {
  for (const { id, contractId, side, size, cumFundingFee } of rows) {
    const paid = moneyOf(cumFundingFee);
    const before = fundingOf.get(id);
    fundingOf.set(id, toBigInt(paid));
    const contract = findContract(contractId);
    if (before === undefined || before === toBigInt(paid) || contract === undefined) continue;
    const isPaid = toBigInt(paid) > before;
    const text = sayOutcome(isPaid ? 'fundingPaid' : 'fundingReceived', {
      amount: digits(
        formatMoney(money(isPaid ? toBigInt(paid) - before : before - toBigInt(paid))),
      ),
      position: positionText({ symbol: contractId, side, size }),
      price: withCommas(formatTicks(contract, markOf(contractId))),
    });
    report({ tone: isPaid ? 'even' : 'good', text, tab: 'why' });
  }
}

/** Of the margin that keeps a position; liquidation begins at the whole of it. */
const CALL_FROM = 0.8;
const CALM_BELOW = 0.7;

/** Warns once, and again after the danger was over. */
function watchMargin(now: AccountInputs): void {
  for (const own of largestFirst(now)) {
    // Cross positions share their margin: one call is enough.
    const name = own.marginMode === 'cross' ? 'cross' : own.id;
    const { equity, requirement } = standingOf(now, own);
    const ratio = marginRatio(equity, requirement);
    if (ratio < CALM_BELOW) called.delete(name);
    if (ratio < CALL_FROM || ratio >= 1 || called.has(name) || isLiquidating.peek()) continue;
    called.add(name);
    const { contract, position } = own;
    const size = formatLots(contract, position.size);
    const side = position.side === 'long' ? 'LONG' : 'SHORT';
    const text = sayOutcome('marginCall', {
      position: positionText({ symbol: contract.symbol, side, size }),
      ratio: share(ratio),
      price: withCommas(formatTicks(contract, liquidationOf(now, own))),
    });
    report({ tone: 'bad', text, tab: 'positions' });
  }
}

const largestFirst = ({ held, markOf: at }: AccountInputs): readonly OwnPosition[] =>
  held.toSorted((one, other) => Number(worth(other, at) - worth(one, at)));

const worth = ({ contract, position }: OwnPosition, at: AccountInputs['markOf']): bigint =>
  toBigInt(notionalOf(contract, at(contract.symbol), position.size));

export function watchOutcomes(): void {
  listenToAccount({
    order: hearOrder,
    fill: hearFill,
    shown: ({ orders, positions }) => {
      knowOrders(orders());
      hearPositions(positions());
    },
  });
  session.subscribe((who) => {
    forget();
    if (who !== undefined) void readExplained();
  });
  effect(() => {
    if (isLiquidating.value) void readExplained();
  });
  effect(() => {
    const now = reading.value;
    if (now !== undefined) watchMargin(now);
  });
}
