/** Listen keys: the names under which accounts hear their own events. */
import { type WireError, wireError } from '../../wire/errors.ts';
import type { PrivateCall } from '../call.ts';

export const startListening = ({ shared, key }: PrivateCall): string =>
  shared.listenKeys.start(key);

export const prolongListening = ({ shared, key }: PrivateCall): string | WireError =>
  shared.listenKeys.prolong(key) ?? wireError('40020', { field: 'listenKey' });

export function endListening({ shared, account }: PrivateCall): object {
  shared.listenKeys.end(account);
  return {};
}
