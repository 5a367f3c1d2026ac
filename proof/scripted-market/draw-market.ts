/** Books, events and balances as lines of text for a terminal. */

import { bestTicks, levelLots, nextTicks } from '../../src/book/book.ts';
import { FEE_POOL } from '../../src/domain/account.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event, FillSettled } from '../../src/domain/event.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { Side } from '../../src/domain/side.ts';
import { type Money, money, NO_MONEY, NO_TICKS, toBigInt } from '../../src/domain/units.ts';
import { accountEquity } from '../../src/engine/risk.ts';
import type { Listing, VenueState } from '../../src/engine/state.ts';
import {
  formatFundingRate,
  formatLots,
  formatMoney,
  formatTicks,
} from '../../src/wire/quantity.ts';

type Names = ReadonlyMap<AccountId, string>;

/** The events that a person would want to read. */
export const drawEvents = (
  contracts: readonly Contract[],
  names: Names,
  events: readonly Event[],
): string[] =>
  events.flatMap((event) => {
    const line = drawEvent(contracts, names, event);
    return line === undefined ? [] : [line];
  });

function drawEvent(contracts: readonly Contract[], names: Names, event: Event): string | undefined {
  const name = (id: AccountId): string => names.get(id) ?? `account ${id}`;
  const usdt = (amount: Money): string => `${formatMoney(amount)} USDT`;
  switch (event.kind) {
    case 'prices-marked': {
      const contract = contracts[event.contract];
      return contract && `mark price ${formatTicks(contract, event.mark)}`;
    }
    case 'fill-settled':
      return drawFill(contracts, name, event);
    case 'funding-paid': {
      const verb = event.payment < NO_MONEY ? 'receives' : 'pays';
      const amount = money(
        event.payment < NO_MONEY ? -toBigInt(event.payment) : toBigInt(event.payment),
      );
      const rate = formatFundingRate(event.rate);
      const who = `${name(event.account)} ${event.positionSide}`;
      return `funding: ${who} ${verb} ${usdt(amount)} at ${rate}`;
    }
    case 'liquidation-started':
      return (
        `liquidation of ${name(event.account)}: equity ${usdt(event.equity)} is not above ` +
        `the requirement ${usdt(event.requirement)}`
      );
    case 'liquidation-ended':
      return `${name(event.account)} is ${event.outcome}, wallet ${usdt(event.wallet)}`;
    case 'trigger-fired':
      return `order ${event.order} of ${name(event.account)} is triggered`;
    case 'command-rejected':
      return `refused: ${event.reject.reason}`;
    default:
      return undefined;
  }
}

function drawFill(
  contracts: readonly Contract[],
  name: (id: AccountId) => string,
  fill: FillSettled,
): string | undefined {
  const contract = contracts[fill.contract];
  if (contract === undefined) return undefined;
  const { taker, maker } = fill;
  const how = fill.venue === 'book' ? '' : ` (${fill.venue})`;
  const verb = fill.takerSide === 'buy' ? 'buys' : 'sells';
  return (
    `fill ${fill.trade}: ${name(taker.account)} ${verb} ${formatLots(contract, fill.size)} ` +
    `${fill.takerSide === 'buy' ? 'from' : 'to'} ${name(maker.account)} ` +
    `@ ${formatTicks(contract, fill.price)}, fee ${formatMoney(taker.fee)}${how}`
  );
}

/** Asks above bids with the best in the middle, as traders draw a book. */
export function drawBook(listing: Listing): string[] {
  const { contract } = listing;
  const row = (side: Side, price: typeof NO_TICKS): string => {
    const size = formatLots(contract, levelLots(listing.book, side, price));
    const label = side === 'buy' ? 'bid' : 'ask';
    return `${formatTicks(contract, price).padStart(10)}  ${label}  ${size.padStart(10)}`;
  };
  const asks = levelsOf(listing, 'sell').map((price) => row('sell', price));
  const bids = levelsOf(listing, 'buy').map((price) => row('buy', price));
  return [...asks.reverse(), ...bids];
}

const DEPTH = 5;

function levelsOf(listing: Listing, side: Side): (typeof NO_TICKS)[] {
  const levels: (typeof NO_TICKS)[] = [];
  let price = bestTicks(listing.book, side);
  while (price !== NO_TICKS && levels.length < DEPTH) {
    levels.push(price);
    price = nextTicks(listing.book, side, price);
  }
  return levels;
}

/** Everyone's wallet and equity, and their sum, which must equal all deposits. */
export function drawBalances(state: VenueState, names: Names): string[] {
  const shown = new Map([[FEE_POOL, 'fee pool'], ...names]);
  const rows = [...shown].sort((first, second) => first[0] - second[0]);
  let sum = 0n;
  const lines = rows.map(([id, name]) => {
    const account = state.accounts[id];
    const wallet = account?.wallet ?? money(0n);
    const equity = account === undefined ? money(0n) : accountEquity(account);
    sum += toBigInt(equity);
    return balanceLine(name, formatMoney(wallet), formatMoney(equity));
  });
  return [
    balanceLine('', 'wallet', 'equity'),
    ...lines,
    balanceLine('sum', '', formatMoney(money(sum))),
    balanceLine('deposited', '', formatMoney(state.depositsNet)),
  ];
}

const balanceLine = (name: string, wallet: string, equity: string): string =>
  `${name.padEnd(16)}${wallet.padStart(20)}${equity.padStart(20)}`;
