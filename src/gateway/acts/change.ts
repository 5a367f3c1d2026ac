/** Commands that have no more to say than that they were carried out. */
import type { SetLeverage } from '../../domain/command.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';
import { carryOut, type Single } from './carry-out.ts';

/** Undefined where it was done. */
export async function change(call: PrivateCall, command: Single): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : undefined;
}

/** What is set at the contract once that was done. */
export const changeLeverage = async (call: PrivateCall, command: SetLeverage) =>
  (await change(call, command)) ?? call.venue.read.account.settings(call.account, command.contract);
