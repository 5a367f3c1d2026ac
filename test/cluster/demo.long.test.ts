/**
 * A person at a terminal starts the demo; a plain ccxt client trades through its balancer while a
 * replica, the holder of the duties, the leader of the log and the database are killed or stopped,
 * one after the other. Then Ctrl-C.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ccxt from 'ccxt';
import { expect, test } from 'vitest';
import { findNatsServer } from '../../proof/cluster/nats-servers.ts';
import { oneMarket } from '../../proof/program.ts';
import { openStage } from '../cli/session.ts';

import { hasCluster } from './cluster-kit.ts';

const PERPETUA = fileURLToPath(new URL('../../bin/perpetua.mjs', import.meta.url));
const SYMBOL = 'BTC/USDT:USDT';
const SIZE = 0.001;

// biome-ignore lint/suspicious/noExplicitAny: ccxt answers with what the exchange said.
type Anything = any;

/** What the demo printed. */
function readDemo(said: string) {
  const [url = ''] = /http:\/\/localhost:\d+/.exec(said) ?? [];
  const [, credentials = ''] = /keys +(\S+)/.exec(said) ?? [];
  const [, status = ''] = /npx perpetua (cluster status .*?)\r?\n/.exec(said) ?? [];
  const rows = said.matchAll(/^ +((?:replica|nats|postgres)[\w -]*?) +(\d+) +\w+:\/\//gm);
  const pids = new Map([...rows].map(([, name = '', pid]) => [name, Number(pid)]));
  return { url, credentials, status: status.split(' '), pids };
}

const run = promisify(execFile);

/** Nobody is asked about the exit code: something is wrong most of the time here. */
async function askStatus(words: readonly string[]): Promise<Anything> {
  const asked = await run(process.execPath, [PERPETUA, ...words, '--json']).catch((error) => error);
  return JSON.parse(asked.stdout);
}

function openExchange(url: string, credentials: string): Anything {
  const [keys] = JSON.parse(readFileSync(credentials, 'utf8'));
  return new ccxt.weex({
    apiKey: keys.apiKey,
    secret: keys.secretKey,
    password: keys.passphrase,
    enableRateLimit: false,
    timeout: 30_000,
    urls: { api: { public: url, private: url, contract: url, contractPrivate: url } },
    options: { defaultType: 'swap' },
  });
}

interface Bot {
  /** Client order ids of those that should be on the book. */
  readonly resting: Set<string>;
  readonly bought: number;
  readonly steps: number;
  /** Calls that had to be repeated. */
  readonly repeated: number;
  /** Why it ended by itself: an answer that is no fault of the network. */
  readonly failed: unknown;
  readonly stop: () => Promise<void>;
}

/** Leaves bids, cancels most of them, and buys a little at the market now and then. */
async function trade(exchange: Anything): Promise<Bot> {
  await exchange.loadMarkets();
  const { last } = await exchange.fetchTicker(SYMBOL);
  const far = exchange.priceToPrecision(SYMBOL, last * 0.95);
  const bot = { resting: new Set<string>(), bought: 0, steps: 0, repeated: 0, failed: undefined };
  let isOver = false;
  const insist = async (act: () => Promise<Anything>): Promise<Anything> => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ccxt.NetworkError)) throw error;
        bot.repeated += 1;
        await pause(100);
      }
    }
  };
  const place = (kind: string, clientOrderId: string): Promise<Anything> => {
    const price = kind === 'limit' ? far : undefined;
    return insist(() => exchange.createOrder(SYMBOL, kind, 'buy', SIZE, price, { clientOrderId }));
  };
  // Of a cancel whose answer was lost, the answer is that nothing is left to cancel.
  const cancel = async (id: string): Promise<void> => {
    const { repeated } = bot;
    try {
      await insist(() => exchange.cancelOrder(id, SYMBOL));
    } catch (error) {
      if (bot.repeated === repeated || !`${error}`.includes('is already canceled')) throw error;
    }
  };
  const step = async (number: number): Promise<void> => {
    const { id } = await place('limit', `rest-${number}`);
    if (number % 10 > 0) await cancel(id);
    else bot.resting.add(`rest-${number}`);
    await pause(20);
    if (number % 4 !== 2) return;
    await place('market', `buy-${number}`);
    bot.bought += 1;
  };
  const work = async (): Promise<void> => {
    for (; !isOver; bot.steps += 1) await step(bot.steps);
  };
  const working = work();
  const stop = async (): Promise<void> => {
    isOver = true;
    await working;
  };
  working.catch((error) => {
    bot.failed = error;
  });
  return Object.assign(bot, { stop });
}

/** What the exchange says of the account, against what the bot was told. */
async function expectAccount(exchange: Anything, bot: Bot): Promise<void> {
  const open: Anything[] = await exchange.fetchOpenOrders(SYMBOL, undefined, 100);
  expect(open.map(({ clientOrderId }) => clientOrderId).sort()).toEqual([...bot.resting].sort());
  const [position] = await exchange.fetchPositions([SYMBOL]);
  expect(position.contracts).toBeCloseTo(bot.bought * SIZE, 9);
}

/** With the database: all fills, each once, and nothing paid but their fees. */
async function expectHistory(exchange: Anything, bot: Bot): Promise<void> {
  const trades: Anything[] = await exchange.fetchMyTrades(SYMBOL, undefined, 100);
  const sizes = trades.map(({ amount }) => amount);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(bot.bought * SIZE, 9);
  expect(new Set(trades.map(({ order }) => order)).size).toBe(bot.bought);
}

/** A process and those it started: PostgreSQL has one for each connection. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isChild = (child: string): boolean => {
    try {
      return readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === `${pid}`;
    } catch {
      return false;
    }
  };
  return [pid, ...parents.filter(isChild).map(Number)];
}

const isGone = (pid: number): boolean => !existsSync(`/proc/${pid}`);

/** It looks for processes in /proc. */
const isLinux = process.platform === 'linux';

test.runIf(hasCluster && isLinux)(
  '[CLU-15] [CLU-11] [CLU-14] a ccxt client trades while each part of the demo is killed',
  async (context) => {
    const stage = openStage(context);
    const folder = stage.makeFolder();
    const market = ['--page', 'off', '--log-level', 'warn', ...oneMarket(folder)];
    const command = [process.execPath, PERPETUA, 'cluster', 'demo', '--port', '0', '--', ...market];
    const named = ['env', `PERPETUA_NATS_SERVER=${findNatsServer()}`];
    const terminal = stage.runInTerminal([...named, ...command], folder);
    await terminal.says('Ctrl-C ends all of them.');
    const { url, credentials, status, pids } = readDemo(terminal.said());
    expect(pids.size).toBe(7);
    expect(await askStatus(status)).toMatchObject({ faults: [] });

    const exchange = openExchange(url, credentials);
    const bot = await trade(exchange);
    const more = async (): Promise<void> => {
      const { steps } = bot;
      const isFurther = (): boolean => bot.failed !== undefined || bot.steps > steps + 8;
      await expect.poll(isFurther, { timeout: 120_000 }).toBe(true);
      expect(bot.failed).toBeUndefined();
    };
    // Children first: a parent that goes on before them may bury one meanwhile.
    const strike = (name: string, signal: NodeJS.Signals = 'SIGKILL'): void => {
      const pid = pids.get(name)!;
      const family = signal === 'SIGKILL' ? [pid] : familyOf(pid).toReversed();
      for (const each of family) process.kill(each, signal);
    };
    await more();
    const { duties } = await askStatus(status);
    const holder: string = duties.find(({ duty }: Anything) => duty === 'market').replica;
    const other = [...pids.keys()].find((name) => name.startsWith('replica') && name !== holder)!;
    for (const name of [other, holder]) {
      strike(name);
      await more();
    }
    strike('postgres', 'SIGSTOP');
    await more();
    const { log, replicas, duties: moved } = await askStatus(status);
    expect(replicas).toHaveLength(1);
    expect(moved.map(({ replica }: Anything) => replica)).not.toContain(holder);
    strike('postgres', 'SIGCONT');
    strike(`nats ${log.leader}`);
    await more();
    await bot.stop();
    await expectAccount(exchange, bot);
    await expectHistory(exchange, bot);
    strike('postgres');
    await expectAccount(exchange, bot);
    expect(terminal.said()).toContain(`${holder} ended (SIGKILL)`);

    terminal.child.stdin?.write('\x03');
    expect(await terminal.prompted()).toBe(0);
    expect(terminal.said()).toContain('All processes have ended.');
    for (const pid of pids.values()) expect(isGone(pid)).toBe(true);
    expect(existsSync(dirname(dirname(credentials)))).toBe(false);
  },
  400_000,
);
