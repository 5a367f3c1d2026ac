/** Commands that have no more to say than that they were carried out. */
import type { Millis } from '../../domain/units.ts';
import type { Caller } from '../../wire/caller.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { Handler, PrivateCall } from '../call.ts';
import { callerOf } from './caller.ts';
import { carryOut, type Single } from './carry-out.ts';

/** Undefined where it was done. */
export async function change(call: PrivateCall, command: Single): Promise<WireError | undefined> {
  const outcome = await carryOut(call, command);
  return isWireError(outcome) ? outcome : undefined;
}

export const changed =
  (
    parse: (caller: Caller, fields: Fields) => Single | WireError,
    done: (now: Millis) => object,
  ): Handler<PrivateCall> =>
  async (call) => {
    const command = parse(callerOf(call), call.fields);
    if (isWireError(command)) return command;
    return (await change(call, command)) ?? done(call.now);
  };
