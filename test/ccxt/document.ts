/** docs/CCXT.md: written from what the suite did, and compared with what is committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { passedOf } from '../binance/clients/document.ts';
import type { Check } from './check.ts';

const FILE = new URL('../../docs/CCXT.md', import.meta.url);
const { WRITE_CCXT } = process.env;

type Groups = Readonly<Record<string, readonly Check[]>>;

export function checkDocument(groups: Groups, passed: ReadonlySet<string>): void {
  const text = documentOf(groups, passed);
  if (WRITE_CCXT === '1') writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8'), 'run the suite with WRITE_CCXT=1 to write it anew').toBe(text);
}

function documentOf(groups: Groups, passed: ReadonlySet<string>): string {
  const checks = Object.values(groups).flat();
  const results = new Map(checks.map(({ method }) => [method, passed.has(method)]));
  const limits = checks.flatMap(({ method, limit }) =>
    limit === undefined ? [] : [`- ${method}: ${limit}`],
  );
  const told = passedOf('ccxt weex', results);
  return [INTRODUCTION, ...told, LIMITS, ...limits, ...NOT_THERE, UNSERVED, ''].join('\n');
}

const INTRODUCTION = `# ccxt

The class \`weex\` of ccxt speaks version 3 of the interface. A bot that uses it needs nothing but
the addresses of the venue and a key from \`credentials.json\`. Put this into \`first.mjs\` in a
clone with a running venue and type \`npx node first.mjs\`; elsewhere \`npm install ccxt\` first.

\`\`\`ts
// first.mjs
import { readFileSync } from 'node:fs';
import ccxt from 'ccxt';

const [keys] = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const http = 'http://localhost:8700';
const exchange = new ccxt.weex({
  apiKey: keys.apiKey,
  secret: keys.secretKey,
  password: keys.passphrase,
  urls: { api: { public: http, private: http, contract: http, contractPrivate: http } },
  options: { defaultType: 'swap' },
});
const order = await exchange.createOrder('BTC/USDT:USDT', 'market', 'buy', 0.001);
console.log(order.id, (await exchange.fetchBalance()).USDT);
\`\`\`

For sockets use \`ccxt.pro.weex\` and add their address:

\`\`\`ts
import ccxt from 'ccxt';

const http = 'http://localhost:8700';
const ws = 'ws://localhost:8700/contract/v3/ws';
const api = { public: http, private: http, contract: http, contractPrivate: http };
const exchange = new ccxt.pro.weex({
  urls: { api: { ...api, ws: { contract: ws } } },
  options: { defaultType: 'swap' },
});
await exchange.loadHttpProxyAgent(); // ccxt needs it for sockets without TLS
console.log((await exchange.watchTicker('BTC/USDT:USDT')).last);
await exchange.close();
\`\`\`

In Python the class is \`ccxt.weex\` and takes the same \`urls\` and \`options\`:
[bot.py](../examples/ccxt/bot.py) and [bot.mjs](../examples/ccxt/bot.mjs) are whole bots.

- With \`defaultType: 'swap'\` a bot need not name the kind of market in each call.
- The address of the sockets must contain \`contract\`: ccxt tells spot and contracts apart by it.
- ccxt spaces its calls by the weights it knows; \`enableRateLimit: false\` turns that off.
- Leave sandbox mode off: in it ccxt has five methods only. A bot that needs it sets its addresses
  under \`urls.test\`.

## What passes

\`test/ccxt\` runs ccxt as it comes from npm against the real server, compares every value with
version 2, and writes this page and [the names](clients.json) of what passed.
`;

const LIMITS = `## What ccxt itself cannot do
`;

const NOT_THERE = [
  '- sandbox mode, all else: not supported: single orders cannot be canceled or read',
  '- createOrders: not supported: ccxt places the orders of a batch one by one',
  '- fetchOrders: not supported: use fetchOpenOrders and fetchCanceledAndClosedOrders',
  '- watchBidsAsks: not supported for contracts: use watchOrderBook',
  '- fetchPositionMode: says one-way, but long and short may be held at once',
  '- amounts: rounds to decimals only: where the step is 10 or 100, send multiples of it',
  '- error 429: is recognised only without a `msg`, so this one error has a `message` instead',
];

const UNSERVED = `
## What the venue does not serve

Trailing orders and copy trading (\`/capi/v3/trailing/…\`, \`/capi/v3/copy/…\`) answer 404 with
-1150: ccxt has no unified method for either, and their fields are not documented.`;
