/** Changes of an account. They return nothing, except the settings after a new leverage. */
import type { SetLeverage } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut, type Single } from './carry-out.ts';

/** Returns undefined if the command was carried out, otherwise the error. */
export async function change(call: PrivateCall, command: Single): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : undefined;
}

/** Returns the settings of the account at the contract after the change, or the error. */
export const changeLeverage = async (call: PrivateCall, command: SetLeverage) =>
  (await change(call, command)) ?? call.venue.read.account.settings(call.account, command.contract);
