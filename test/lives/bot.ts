/** The bots of the tests: `node bot.ts HABIT`. Each finds its venue in the environment. */
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../src/client/client.ts';

const { PERPETUA_URL = '', API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;
const { LIFE_SEED = '' } = process.env;

const keys = { apiKey: API_KEY, secretKey: SECRET_KEY, passphrase: PASSPHRASE };
const { order, sandbox } = createClient({ baseUrl: PERPETUA_URL, ...keys });

const buy = (size: string, number = 1) =>
  order.placeOrder({
    ...{ symbol: 'cmt_btcusdt', client_oid: `${LIFE_SEED}-${number}`, size },
    ...({ type: '1', order_type: '0', match_price: '1' } as const),
  });

/** None outlives whoever began its life. */
const { ppid } = process;
setInterval(() => process.ppid !== ppid && process.exit(), 500).unref();

const step = (seconds: number) => sandbox.timeStep({ seconds });

const HABITS = {
  /** Buys a little each minute. */
  trade: async () => {
    for (let number = 1; ; number += 1) {
      await buy('0.0100', number);
      await step(60);
    }
  },
  /** Buys as much as a sweep tells it. */
  vary: async () => {
    await buy(process.env['size'] ?? '0.0001');
  },
  /** Buys, and is content with that. */
  leave: async () => {
    await buy('0.1000');
  },
  crash: async () => {
    process.stderr.write('first line\nthe market frightened it\n');
    process.exit(3);
  },
  /** Fails as a bot does whose files are not all there. */
  stray: async () => {
    await import(`./no-such-file-${LIFE_SEED}.ts`);
  },
  /** Is well in every life but its first, which a file beside it remembers. */
  stumble: (): Promise<void> => {
    if (existsSync('stumbled')) return HABITS.trade();
    writeFileSync('stumbled', '');
    return HABITS.crash();
  },
  /** One life of several ends badly. */
  waver: (): Promise<void> => (LIFE_SEED.endsWith('2') ? HABITS.crash() : HABITS.trade()),
  /** Prints what no terminal should be sent, and ends badly. */
  babble: async () => {
    process.stdout.write(Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7) % 256)));
    process.stderr.write('\u001b[31mred\u001b[0m \u0000\u0007\u009b2J <script>alert(1)</script>\n');
    process.exitCode = 7;
  },
  /** Says what it thinks, on standard output, and never lets time pass. */
  brood: async () => {
    process.stdout.write('connected\nwaiting for a signal that never comes\n');
    for (;;) await pause(1_000);
  },
  /** Lets time pass, and does nothing with it. */
  still: async () => {
    for (;;) await step(60);
  },
  /** Sends more than anybody would, most of it nonsense. */
  flood: async () => {
    for (let turn = 0; ; turn += 1) {
      const sent = Array.from({ length: 400 }, (_, at) =>
        buy(at % 2 === 0 ? '0.0001' : '9999999', turn * 400 + at).catch(() => undefined),
      );
      await Promise.all(sent);
      await step(60);
    }
  },
  /** Trades on when it is told that it is over. */
  overstay: async () => {
    let isTold = false;
    process.on('SIGTERM', () => {
      isTold = true;
    });
    while (!isTold) await step(60);
    // It may have been told at the very end, which is not yet after it.
    await step(60);
    await buy('0.0100', 999);
    process.exit(0);
  },
  /** A life of each kind. */
  zoo: (): Promise<void> => {
    const kinds = ['trade', 'crash', 'brood', 'babble', 'still', 'flood', 'overstay'] as const;
    return HABITS[kinds[Number(LIFE_SEED.split('-')[1]) - 1] ?? 'trade']();
  },
  dream: async () => {
    for (;;) await pause(1_000);
  },
  /** Asks, and never lets time pass. */
  dither: async () => {
    for (;;) {
      await fetch(`${PERPETUA_URL}/capi/v2/market/time`);
      await pause(50);
    }
  },
  /** Buys at the start, and trusts that time passes by itself. */
  sleep: async () => {
    await buy('0.1000');
    for (;;) await pause(1_000);
  },
  /** Does not end when it is told to, and neither does its child. */
  cling: async () => {
    process.on('SIGTERM', () => undefined);
    for (;;) await step(60);
  },
};

export type Habit = keyof typeof HABITS;

const isHabit = (word: string): word is Habit => word in HABITS;

const habit = process.argv[2] ?? '';
if (isHabit(habit)) await HABITS[habit]();
