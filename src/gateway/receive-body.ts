/** Gathers the body of a request: at once where there is none, and never more than is allowed. */
import type { IncomingMessage } from 'node:http';
import type { WireError } from '../wire/errors.ts';
import { bodyTooLong } from '../wire/read-body.ts';

/** Undefined stands for no body. A request that breaks off is not told of: nobody waits for it. */
export type Received = Buffer | undefined | WireError;

export function receiveBody(
  message: IncomingMessage,
  bytesMax: number,
  tell: (received: Received) => void,
): void {
  const { headers } = message;
  const length = Number(headers['content-length'] ?? 0);
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined;
  if (isEmpty || length > bytesMax) {
    tell(isEmpty ? undefined : bodyTooLong());
    return;
  }
  // Joined once: whoever sends single bytes must not have the rest copied for each.
  const chunks: Buffer[] = [];
  let received = 0;
  const gather = (chunk: Buffer): void => {
    chunks.push(chunk);
    received += chunk.length;
    if (received <= bytesMax) return;
    message.off('data', gather).off('end', finish);
    tell(bodyTooLong());
  };
  const finish = (): void => tell(chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]);
  message.on('data', gather).on('end', finish);
}
