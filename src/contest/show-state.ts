/** What a program is shown at a decision: the market, and its own account. */
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import { FINE_PER_TICK, type Lots, type Money, type Ticks } from '../domain/units.ts';
import { tenTo } from '../market/steady-math.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import type {
  ProgramOrder,
  ShownAccount,
  ShownLevel,
  ShownMarket,
  ShownPosition,
} from './program-words.ts';

/** In the decimals of the contract, as numbers. Division rounds to the nearest of them. */
export const shownPrice = ({ priceEndStep, priceDecimals }: Contract, price: number): number =>
  (price * priceEndStep) / tenTo(priceDecimals);
export const shownSize = ({ lotStep, sizeDecimals }: Contract, size: number): number =>
  (size * lotStep) / tenTo(sizeDecimals);

const MONEY_UNITS = 1e8;
const FUNDING_PARTS = 1e8;
const PPM_PARTS = 1e6;

export const shownMoney = (amount: Money): number => Number(amount) / MONEY_UNITS;

/** The same for every program of a market, made once for all of them. */
export function showMarkets(
  { visitLevels, read, funding }: BareVenue,
  contracts: readonly Contract[],
  levels: number,
): Record<string, ShownMarket> {
  const shown: Record<string, ShownMarket> = {};
  for (const contract of contracts) {
    const side = (side: Side): ShownLevel[] => {
      const rows: ShownLevel[] = [];
      visitLevels({ contract: contract.id, side, limit: levels }, (price: Ticks, size: Lots) => {
        rows.push([shownPrice(contract, price), shownSize(contract, size)]);
      });
      return rows;
    };
    const { mark, index } = read.listing.record(contract.id);
    const { estimate, nextAt } = funding(contract.id);
    shown[contract.base] = {
      bids: side('buy'),
      asks: side('sell'),
      mark: shownPrice(contract, mark),
      index: shownPrice(contract, index) / FINE_PER_TICK,
      funding: estimate / FUNDING_PARTS,
      fundingAt: nextAt,
      tick: shownPrice(contract, 1),
      lot: shownSize(contract, 1),
      makerFee: contract.makerFee / PPM_PARTS,
      takerFee: contract.takerFee / PPM_PARTS,
    };
  }
  return shown;
}

export function showAccount(
  { read }: BareVenue,
  account: AccountId,
  contracts: readonly Contract[],
): ShownAccount {
  const { equity, available } = read.account.money(account);
  const positions: Record<string, ShownPosition> = {};
  const orders: ProgramOrder[] = [];
  for (const contract of contracts) {
    const { orders: standing } = read.account.standing(account, contract.id);
    for (const { id, clientOrderId, side, price, size, filled } of standing)
      orders.push({
        order: id,
        ...(clientOrderId === null ? {} : { id: clientOrderId }),
        contract: contract.base,
        side,
        price: shownPrice(contract, price),
        size: shownSize(contract, size - filled),
      });
  }
  for (const { contract, position } of read.account.positions(account)) {
    const notional = shownMoney(position.openValue);
    const { size } = position;
    positions[contract.base] = {
      size: shownSize(contract, position.side === 'long' ? size : -size),
      entry: notional / shownSize(contract, size),
    };
  }
  return {
    equity: shownMoney(equity),
    available: shownMoney(available),
    wallet: shownMoney(read.account.wallet(account)),
    positions,
    orders,
  };
}
