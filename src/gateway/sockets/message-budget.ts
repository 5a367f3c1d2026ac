/** The budget of incoming messages of a socket. Pings and pongs count; long messages count more. */
import type { Monotonic } from '../../domain/units.ts';
import { createBuckets, take, waitMillis } from '../limits/bucket.ts';
import type { SocketSettings } from './settings.ts';

/** Counts an incoming message and returns whether it is within the budget. */
export type MayHear = (bytes: number) => boolean;

const THIS = 'this socket';

export function createMessageBudget(
  { messages, bytesPerMessage }: Pick<SocketSettings, 'messages' | 'bytesPerMessage'>,
  now: () => Monotonic,
): MayHear {
  const buckets = createBuckets<string>(messages, 1);
  return (bytes) => {
    const at = now();
    if (waitMillis(buckets, THIS, 1, at) > 0) return false;
    take(buckets, THIS, 1 + Math.floor(bytes / bytesPerMessage), at);
    return true;
  };
}
