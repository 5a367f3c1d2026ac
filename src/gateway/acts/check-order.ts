/** What an order would do to the margin of an account. Nothing is placed. */
import type { PlaceOrder, PlaceTrigger } from '../../domain/command.ts';
import { notionalOf } from '../../domain/contract.ts';
import { initialMargin, maintenanceMargin } from '../../domain/margin.ts';
import { divideHalfEven, plus } from '../../domain/money.ts';
import { type Money, NO_LOTS, NO_MONEY, toBigInt } from '../../domain/units.ts';
import { rowLeverage, totalsOf } from '../../wire/desk-rows.ts';
import type { PrivateCall } from '../call.ts';
import { readOwnDesks } from './read-account.ts';

const SCALE = 10_000n;

/** In ten-thousandths of what the account is worth, as if all of the order were held. */
export function checkOrder(
  call: PrivateCall,
  { command }: { readonly command: PlaceOrder | PlaceTrigger },
) {
  const { venue, account } = call;
  const { initial, maintenance, marginBalance } = totalsOf(readOwnDesks(call, { contract: null }));
  const contract = venue.read.listing.contract(command.contract);
  const { mark } = venue.read.listing.record(contract.id);
  const opens = command.effect === 'open' ? (command.size ?? NO_LOTS) : NO_LOTS;
  const value = notionalOf(contract, command.price ?? mark, opens);
  const settings = venue.read.account.settings(account, contract.id);
  const leverage = rowLeverage(settings, command.positionSide === 'short' ? 'SHORT' : 'LONG');
  const part = (amount: Money): number =>
    marginBalance <= NO_MONEY
      ? 0
      : Number(divideHalfEven(toBigInt(amount) * SCALE, toBigInt(marginBalance)));
  return {
    before: { initial: part(initial), maintenance: part(maintenance) },
    after: {
      initial: part(plus(initial, initialMargin(value, leverage))),
      maintenance: part(plus(maintenance, maintenanceMargin(contract, value))),
    },
  };
}
