/** A client of a venue in another process: signs one call after the other over kept connections. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Holder {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | undefined;
}

export interface Client {
  readonly ask: (holder: Holder, changes?: Partial<Holder>) => Promise<Answered>;
  readonly close: () => void;
}

const PATH = '/capi/v2/account/assets';
const CONNECTIONS = 20;

/** The clock of the client may be another than that of this process. */
export function openClient(baseUrl: string, wallNow: () => number = Date.now): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return {
    ask: (holder, changes = {}) =>
      new Promise((resolve, fail) => {
        const { apiKey, secretKey, passphrase } = { ...holder, ...changes };
        const time = String(wallNow());
        const sign = createHmac('sha256', secretKey).update(`${time}GET${PATH}`).digest('base64');
        const headers = {
          'ACCESS-KEY': apiKey,
          'ACCESS-SIGN': sign,
          'ACCESS-PASSPHRASE': passphrase,
          'ACCESS-TIMESTAMP': time,
        };
        const sent = request(new URL(PATH, baseUrl), { agent, headers }, (incoming) => {
          let text = '';
          incoming.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          incoming.on('error', fail).on('end', () => {
            const { statusCode: status = 0, headers: answered } = incoming;
            const code = status === 200 ? undefined : JSON.parse(text).code;
            resolve({ status, code, retryAfter: answered['retry-after'] });
          });
        });
        sent.on('error', fail).end();
      }),
    close: () => agent.destroy(),
  };
}
