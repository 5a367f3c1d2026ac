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
  let body: Buffer | undefined;
  const gather = (chunk: Buffer): void => {
    body = body === undefined ? chunk : Buffer.concat([body, chunk]);
    if (body.length <= bytesMax) return;
    message.off('data', gather).off('end', finish);
    tell(bodyTooLong());
  };
  const finish = (): void => tell(body);
  message.on('data', gather).on('end', finish);
}
