/**
 * Unmodified ccxt, class `binanceusdm`, against the real server, in both position modes, every
 * value held against version 2. What passed is written in docs/CLIENTS.md.
 */
import { afterAll, beforeAll, test } from 'vitest';
import { CCXT_ACCOUNT_CHECKS } from './ccxt-account-checks.ts';
import { CCXT_MARKET_CHECKS } from './ccxt-market-checks.ts';
import { CCXT_ORDER_CHECKS } from './ccxt-order-checks.ts';
import { type CcxtCheck, ccxtSeatOf, openCcxt } from './ccxt-seat.ts';
import { CCXT_STREAM_CHECKS } from './ccxt-stream-checks.ts';
import { type ClientKit, openClientKit } from './client-kit.ts';
import { checkSection, limitsOf, passedOf } from './document.ts';

const CHECKS: readonly CcxtCheck[] = [
  ...CCXT_MARKET_CHECKS,
  ...CCXT_ACCOUNT_CHECKS,
  ...CCXT_ORDER_CHECKS,
  ...CCXT_STREAM_CHECKS,
];

/** A client that waits for something else than it was given waits forever. */
const PATIENCE = 30_000;

let kit: ClientKit;
const passed = new Map<CcxtCheck, boolean>();

beforeAll(async () => {
  kit = await openClientKit();
});

afterAll(() => kit.close());

for (const check of CHECKS)
  for (const mode of check.modes ?? ['net'])
    test(
      `[BNC-100] ccxt ${check.method} (${mode})`,
      async () => {
        passed.set(check, false);
        await kit.refresh();
        const account = check.isVeteran === true ? kit.veterans[mode] : await kit.openAccount(mode);
        const exchange = await openCcxt(kit.doorOf(account));
        try {
          await check.run(ccxtSeatOf(kit, exchange, account, mode));
        } finally {
          await exchange.close();
        }
        passed.set(check, true);
      },
      PATIENCE,
    );

const NOT_THERE = [
  ['fetchPosition, fetchOrderTrades', 'are for options and for spot'],
  ['closePosition', 'is not there: a market order with `reduceOnly`'],
  ['attached `stopLoss`, `takeProfit`', 'are not there: place the exits by themselves'],
  ['cancelAllOrdersWs, fetchOpenOrdersWs', 'are for spot'],
  [
    'exceptions of the futures codes',
    'are chosen by the host: give `exceptions`, or serve TLS at `https://demo-fapi@…`',
  ],
] as const;

test('[BNC-101] docs/CLIENTS.md says what passed', () =>
  checkSection(
    'ccxt',
    [
      '## ccxt 4.5.84',
      '',
      'Class `binanceusdm`, plain and `pro`.',
      '',
      ...passedOf('ccxt', new Map([...passed].map(([{ method }, isPassed]) => [method, isPassed]))),
      ...limitsOf([
        ...CHECKS.flatMap(({ method, limit }) =>
          limit === undefined ? [] : [[method, limit] as const],
        ),
        ...NOT_THERE,
      ]),
      '',
      '',
    ].join('\n'),
  ));
