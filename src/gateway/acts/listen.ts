/** Listen keys: the names under which accounts hear their own events. */
import { type WireError, wireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';

export const startListening = ({ shared, key }: PrivateCall): string | Promise<string> =>
  shared.listenKeys.start(key);

export const prolongListening = async ({ shared, key }: PrivateCall): Promise<string | WireError> =>
  (await shared.listenKeys.prolong(key)) ?? wireError('40020', { field: 'listenKey' });

export async function endListening({ shared, account }: PrivateCall): Promise<object> {
  await shared.listenKeys.end(account);
  return {};
}
