/** Changes of an account. They return nothing, except the settings after a new leverage. */
import type { SetLeverage, SetMarginMode } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import type { Money } from '../../domain/units.ts';
import { isWireError, type WireError, wireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut, carryOutEach, type Single } from './carry-out.ts';

/** Returns undefined if the command was carried out, otherwise the error. */
export async function change(call: PrivateCall, command: Single): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : undefined;
}

/** Returns the settings of the account at the contract after the change, or the error. */
export const changeLeverage = async (call: PrivateCall, command: SetLeverage) =>
  (await change(call, command)) ?? call.venue.read.account.settings(call.account, command.contract);

/**
 * Changes the margin mode of a contract, and keeps its leverage: the engine has a leverage for each
 * mode, but some dialects know only one. While the mode is in use, both commands are refused.
 */
export async function changeMarginMode(
  call: PrivateCall,
  command: SetMarginMode,
): Promise<WireError | undefined> {
  const { account, contract, marginMode } = command;
  const before = call.venue.read.account.settings(account, contract);
  const leverage = before.marginMode === 'cross' ? before.crossLeverage : before.longLeverage;
  const sides = { longLeverage: leverage, shortLeverage: leverage };
  const [outcome] = await carryOutEach(call, [
    command,
    { kind: 'set-leverage', account, contract, marginMode, ...sides },
  ]);
  return isWireError(outcome) ? outcome : undefined;
}

interface MarginChange {
  readonly contract: Contract;
  /** Null for the one position that is held. */
  readonly positionSide: PositionSide | null;
  readonly amount: Money;
}

/** Adds isolated margin, or removes it if the amount is negative. */
export function adjustMargin(call: PrivateCall, asked: MarginChange) {
  const { account, venue } = call;
  const { contract, amount } = asked;
  const held = venue.read.account
    .positions(account)
    .filter((each) => each.contract === contract)
    .map(({ position }) => position.side);
  if (asked.positionSide === null && held.length > 1)
    return wireError('40019', { field: 'positionSide' });
  // Without a position the engine refuses either side alike.
  const positionSide = asked.positionSide ?? held[0] ?? 'long';
  return change(call, {
    kind: 'adjust-isolated-margin',
    account,
    contract: contract.id,
    positionSide,
    amount,
  });
}
