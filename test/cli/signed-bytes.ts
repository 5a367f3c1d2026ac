/** Requests signed once and sent as often as one likes: the same bytes each time. */
import { sign } from '../../src/cli/qualify/signed-client.ts';

export interface Access {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export interface SignedBytes {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Got {
  readonly status: number;
  readonly text: string;
  readonly isRepeat: boolean;
}

/** Signed as if so much later: it is accepted until half a minute after that. */
export function signBytes(
  access: Access,
  [method, target, fields]: readonly [method: string, target: string, fields?: object],
  laterMillis = 29_000,
): SignedBytes {
  const body = fields === undefined ? undefined : JSON.stringify(fields);
  const timestamp = String(Date.now() + laterMillis);
  const headers = {
    'ACCESS-KEY': access.apiKey,
    'ACCESS-SIGN': sign(access.secretKey, timestamp + method + target + (body ?? '')),
    'ACCESS-PASSPHRASE': access.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'Content-Type': 'application/json',
  };
  return { method, target, headers, body };
}

export async function sendBytes(baseUrl: string, bytes: SignedBytes): Promise<Got> {
  const { method, target, headers, body } = bytes;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(`${baseUrl}${target}`, init);
  const isRepeat = response.headers.get('x-idempotent-replay') === '1';
  return { status: response.status, text: await response.text(), isRepeat };
}
