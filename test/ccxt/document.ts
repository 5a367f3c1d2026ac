/** docs/CCXT.md: written from what the suite did, and held against what is committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
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
  const tables = Object.entries(groups).flatMap(([group, checks]) => [
    `### ${group}`,
    '',
    '| method | result | held against version 2 |',
    '|---|---|---|',
    ...checks.map(
      ({ method, shows }) =>
        `| ${method} | ${passed.has(method) ? 'passed' : 'FAILED'} | ${shows} |`,
    ),
    '',
  ]);
  const limits = Object.values(groups)
    .flat()
    .flatMap(({ method, limit }) => (limit === undefined ? [] : [`| ${method} | ${limit} |`]));
  return [INTRODUCTION, ...tables, LIMITS, ...limits, ...NOT_THERE, UNSERVED, ''].join('\n');
}

const INTRODUCTION = `# ccxt

ccxt has a class for the interface that this venue speaks; [the examples](../examples/ccxt) name it.
Any bot that uses it trades here unchanged: give it the addresses of the venue and a key from
\`credentials.json\`.

\`\`\`ts
const http = 'http://localhost:8700';
const exchange = new ccxt.pro[CLASS]({
  ...{ apiKey, secret: secretKey, password: passphrase },
  urls: {
    api: {
      ...{ public: http, private: http, contract: http, contractPrivate: http },
      ws: { contract: 'ws://localhost:8700/contract/v3/ws' },
    },
  },
  options: { defaultType: 'swap' },
});
await exchange.loadHttpProxyAgent(); // sockets without TLS need it; REST does not
\`\`\`

- Symbols are \`BTC/USDT:USDT\` and so on; \`defaultType: 'swap'\` spares naming the kind of market.
- The address of the sockets must contain \`contract\`: ccxt tells markets apart by it.
- ccxt spaces its calls by the weights it knows: \`loadMarkets\` takes about three seconds.
  \`enableRateLimit: false\` turns that off; the venue has limits of its own and says
  RateLimitExceeded.
- Leave sandbox mode off. This whole venue is a demonstration, and sandbox mode only makes ccxt do
  less: it then has five methods, at endpoints (\`/capi/v3/sim/…\`) that are the same account at the
  same venue with its money called SUSDT. A bot that must run in it passes as well; its addresses
  then stand under \`urls.test\`, in the same form as under \`urls.api\`.

## What passes

This part is written by \`test/ccxt\`, which runs ccxt as it comes from npm against the real server
and holds every value against version 2.
`;

const LIMITS = `## What ccxt itself cannot do

| method | limit |
|---|---|`;

const NOT_THERE = [
  '| sandbox mode, all else | not there: orders are not canceled or read one by one |',
  '| createOrders | not there: a batch is placed one by one |',
  '| fetchOrders | not there for contracts: fetchOpenOrders, fetchCanceledAndClosedOrders |',
  '| watchBidsAsks | not there for contracts: use watchOrderBook |',
  '| fetchPositionMode | says one-way; long and short may be held at once all the same |',
  '| amounts | knows decimals only: where the step is 10 or 100, send its multiples |',
  '| error 429 | is known only without a `msg`, so that one error has a `message` instead |',
];

const UNSERVED = `
## What the venue does not serve

ccxt knows the paths of trailing orders and of copy trading (\`/capi/v3/trailing/…\`,
\`/capi/v3/copy/…\`) and has no unified method for either. Nothing describes what they take or
answer, so they are not served: they answer 404 with -1150.`;
