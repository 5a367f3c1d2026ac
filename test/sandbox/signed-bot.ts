/** A small signed client: what a bot of version 2 sends, or for plain calls one of version 3. */
import { sign } from '../../src/cli/qualify/signed-client.ts';
import type { Sandbox } from '../../src/sandbox/perpetua.ts';

export interface SignedBot {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<unknown>;
  /** At the market, in coins; it opens a long position unless told otherwise. */
  readonly trade: (size: string, more?: object) => Promise<unknown>;
}

export function createBot(
  { url, accounts }: Pick<Sandbox, 'url' | 'accounts'>,
  place = 0,
  version = 'v2',
): SignedBot {
  const { apiKey, secretKey, passphrase } = accounts[place]!;
  const call = async (method: string, path: string, body: string): Promise<unknown> => {
    const whole = `/capi/${version}/${path}`;
    const time = String(Date.now());
    const response = await fetch(url + whole, {
      method,
      headers: {
        'ACCESS-KEY': apiKey,
        'ACCESS-SIGN': sign(secretKey, `${time}${method}${whole}${body}`),
        'ACCESS-PASSPHRASE': passphrase,
        'ACCESS-TIMESTAMP': time,
        'Content-Type': 'application/json',
      },
      ...(body === '' ? {} : { body }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  let orders = 0;
  const post = (path: string, body: object) => call('POST', path, JSON.stringify(body));
  return {
    get: (path) => call('GET', path, ''),
    post,
    trade: (size, more = {}) => {
      orders += 1;
      return post('order/placeOrder', {
        symbol: 'cmt_btcusdt',
        client_oid: `order-${orders}`,
        size,
        type: '1',
        match_price: '1',
        ...more,
      });
    },
  };
}
