/** `perpetua lives` as a person runs it: many venues and bots, each a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { openScene, type Scene, untilOpen, type VenueProcess } from '../cli/venue-process.ts';
import { makeRecording } from '../tape/make-recording.ts';
import type { Habit } from './bot.ts';

const BOT = fileURLToPath(new URL('./bot.ts', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../examples/lives/bot.mjs', import.meta.url));
const commandOf = (...words: string[]): string =>
  [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
const botOf = (habit: Habit): string => commandOf(BOT, habit);

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

/** Three minutes of BTC alone: what is shown here does not depend on more. */
const run = (bot: string, ...more: string[]): VenueProcess =>
  scene.run(
    ...['lives', '--bot', bot, '--hours', '0.05', '--only', 'BTC', '--out', 'out', ...more],
  );

interface Lives {
  readonly code: number | null;
  readonly said: string;
  readonly lives: readonly Record<string, unknown>[];
  readonly worst: readonly { readonly seed: string; readonly replay: string }[];
}

async function outcomeOf(lives: VenueProcess): Promise<Lives> {
  const code = await lives.ended;
  const document = JSON.parse(readFileSync(join(scene.folder, 'out/lives.json'), 'utf8'));
  return { code, said: lives.said() + lives.complained(), ...document };
}

test('[LIFE-1] [LIFE-2] [LIFE-3] [LIFE-5] [LIFE-8] [LIFE-15] many lives, one failed', async () => {
  const lives = await outcomeOf(run(botOf('waver'), '--seeds', '3', '--wallet', '5000'));
  expect(lives.code, lives.said).toBe(1);
  expect(lives.lives.map(({ seed }) => seed)).toEqual(['life-1', 'life-2', 'life-3']);
  const [one, failed, other] = lives.lives;
  const words = 'the bot ended with 3; its last words:\nfirst line\nthe market frightened it';
  expect(failed).toEqual({ seed: 'life-2', failure: words });
  expect(lives.said).toContain(`Failed:\n  life-2  ${words.replaceAll('\n', '\n    ')}`);
  for (const life of [one, other]) {
    expect(life).toMatchObject({ liquidations: 0, sharpe: null });
    expect(Number(life?.['fills'])).toBeGreaterThanOrEqual(3);
    expect(Number(life?.['fees'])).toBeGreaterThan(1);
    expect(Number(life?.['equity']) / 5_000 - 1).toBeCloseTo(Number(life?.['return']), 7);
    expect(Number(life?.['drawdown'])).toBeGreaterThan(0);
  }
  expect(one?.['return']).not.toBe(other?.['return']);
  expect(lives.said).toMatch(/^Too few lives for a verdict/);
  expect(lives.said).toContain('2 of 3 lives of 3m from 2026-01-05T00:00:00Z, 5000 USDT each');
  expect(lives.said).toMatch(/^return +-?\d+\.\d\d %( +-?\d+\.\d\d %){4}$/m);
  expect(lives.worst).toHaveLength(2);
  const files = readdirSync(join(scene.folder, 'out')).toSorted();
  const tables = ['equity', 'fills', 'funding', 'liquidations', 'orders', 'positions'];
  expect(files).toEqual(
    [
      ...[...tables, 'refusals', 'trades'].flatMap((name) => [`${name}.csv`, `${name}.parquet`]),
      ...['lives.csv', 'lives.json', 'parts', 'report.html', 'run.json', 'tries.json'],
    ].toSorted(),
  );
  const csv = readFileSync(join(scene.folder, 'out/lives.csv'), 'utf8').split('\n');
  expect(csv[0]).toBe(
    'seed,return,closed,drawdown,sharpe,fees,funding,fills,liquidations,late,equity,failure',
  );
  expect(csv[1]).toMatch(/^life-1,(?:-?[\d.e-]+,){2}[\d.e-]+,,/);
  const report = readFileSync(join(scene.folder, 'out/report.html'), 'utf8');
  expect(report).toContain('Too few lives for a verdict');
  expect(report).toContain('the market frightened it');
  expect(report).not.toMatch(/https?:|src=|url\(/);
  const trades = readFileSync(join(scene.folder, 'out/trades.csv'), 'utf8').split('\n');
  expect(trades[1]).toMatch(/^life-1,1,BTC,long,2026-01-05T00:00:00.000Z,\d+,,,open,/);
});

test('[LIFE-19] whatever a bot does is told with its last words; the others count', async () => {
  const lives = await outcomeOf(run(botOf('zoo'), '--seeds', '7', '--patience', '30s'));
  expect(lives.code, lives.said).toBe(1);
  const [trade, crash, brood, babble, still, flood, overstay] = lives.lives;
  expect(trade).toMatchObject({ liquidations: 0, late: 0 });
  expect(crash?.['failure']).toBe(
    'the bot ended with 3; its last words:\nfirst line\nthe market frightened it',
  );
  expect(brood?.['failure']).toMatch(
    /^the bot made no step for 30s .*; its last words:\nconnected\nwaiting for a signal that/s,
  );
  expect(babble?.['failure']).toMatch(/^the bot ended with 7; its last words:\nred \ufffd/);
  expect(still).toMatchObject({ return: 0, fills: 0 });
  expect(Number(flood?.['fills'])).toBeGreaterThanOrEqual(600);
  expect(overstay).toMatchObject({ fills: 0, return: 0, late: 1 });
  const report = readFileSync(join(scene.folder, 'out/report.html'), 'utf8');
  expect(report).toContain('4 lives');
  expect(report).toContain('placed no order in 2');
  expect(report).toContain('It sent 1 order after its end, in 1 life; they count for nothing.');
  expect(report).toContain('waiting for a signal that never comes');
  expect(report).toContain('&lt;script&gt;alert(1)');
  expect(report).toMatch(/<td class="n">600<\/td><td class="n">1<\/td><td><code>POST /);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lives.said + report).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test('[LIFE-14] [LIFE-16] [LIFE-17] a sweep of two variants, resumed, judged', async () => {
  const sweep = (...more: string[]): VenueProcess =>
    run(botOf('vary'), '--seeds', '2', '--vary', 'size=0.0100,0.2000', ...more);
  const first = sweep();
  expect(await first.ended, first.complained()).toBe(0);
  expect(first.said()).toMatch(/^Too few lives for a verdict/);
  const readOut = (name: string): string => readFileSync(join(scene.folder, 'out', name), 'utf8');
  const rows = readOut('sweep.csv').trimEnd().split('\n');
  expect(rows[0]).toBe('size,lives,mean,low,high,edge');
  expect(rows[1]).toMatch(/^0\.0100,2,-/);
  expect(rows[2]).toMatch(/^0\.2000,2,-/);
  const fills = readOut('fills.csv').split('\n');
  expect(fills[0]).toMatch(/^variant,life,fill,at/);
  expect(fills.some((line) => line.startsWith('size=0.2000,life-2,'))).toBe(true);
  expect(readOut('report.html')).toContain('2 variants');
  expect(readOut('report.html')).toMatch(/--seed life-\d .* --out out\/again --vary size=0\.0100</);
  expect(Object.keys(JSON.parse(readOut('tries.json')))).toHaveLength(2);
  const again = sweep('--resume', '--judge', '1');
  expect(await again.ended, again.complained()).toBe(0);
  // Only the life that is judged is lived: the others were there.
  expect(again.complained().match(/, 0 s$/gm)).toHaveLength(4);
  expect(again.said()).toContain('On 1 further seeds: Too few lives');
  expect(readOut('lives.csv')).toMatch(/^life-3,/m);
  expect(readOut('run.json')).toContain('--seeds 2 --seed-prefix life --judge 1');
  const own = ['--out', 'out/again', '--vary', 'size=0.0100'];
  const alone = run(botOf('vary'), '--seed', 'life-3', ...own);
  expect(await alone.ended, alone.complained()).toBe(0);
  const [, lived] = readOut('again/lives.csv').split('\n');
  expect(readOut('lives.csv').split('\n')).toContain(lived);
  expect(Object.values(JSON.parse(readOut('judged.json')))).toEqual([
    `${botOf('vary')} size=0.0100 on life-3 to life-3`,
  ]);
  const openVariant = (...more: string[]): VenueProcess =>
    scene.run('lives', 'open', 'out', '--at', 'life-1:1', '--why', ...more);
  const why = openVariant('--variant', 'size=0.2000');
  expect(await why.ended, why.complained()).toBe(0);
  expect(why.said()).toMatch(/^long 0\.2 BTC/);
  const strange = openVariant('--variant', 'size=3');
  expect(await strange.ended).toBe(1);
  expect(strange.complained()).toContain('out has no variant "size=3"; the first is "size=0.0100"');
  const other = run(botOf('vary'), '--seeds', '2', '--vary', 'size=0.0100', '--resume');
  expect(await other.ended).toBe(2);
  expect(other.complained()).toContain('is another one; leave --resume out');
});

test('[LIFE-17] what failed is not lived again until it does not', async () => {
  const first = await outcomeOf(run(botOf('stumble'), '--seeds', '1'));
  const again = await outcomeOf(run(botOf('stumble'), '--seeds', '1', '--resume'));
  expect(again.code, again.said).toBe(1);
  expect(again.lives).toMatchObject([{ failure: expect.stringContaining('ended with 3') }]);
  expect(again.lives).toEqual(first.lives);
});

test('[LIFE-7] the printed command lives a life again, to the last figure', async () => {
  const first = await outcomeOf(run(botOf('trade'), '--seeds', '1'));
  expect(first.code, first.said).toBe(0);
  const [{ replay } = { replay: '' }] = first.worst;
  expect(first.said).toContain(replay);
  const main = fileURLToPath(new URL('../../bin/perpetua.mjs', import.meta.url));
  const again = replay.replace('npx perpetua', commandOf(main));
  const folder = join(scene.folder, 'again');
  mkdirSync(folder);
  execFileSync(again, { shell: true, cwd: folder, stdio: 'ignore' });
  const { lives } = JSON.parse(readFileSync(join(folder, 'out/again/lives.json'), 'utf8'));
  const figuresOf = (life: unknown) => ({ ...Object(life), wallSeconds: 0 });
  expect(figuresOf(lives[0])).toEqual(figuresOf(first.lives[0]));
});

test('[LIFE-18] the venue opens again right before a trade', async () => {
  const first = await outcomeOf(run(botOf('trade'), '--seeds', '1'));
  expect(first.code, first.said).toBe(0);
  const open = (...more: string[]): VenueProcess => scene.run('lives', 'open', 'out', ...more);
  const why = open('--at', 'life-1:1', '--why');
  expect(await why.ended, why.complained()).toBe(0);
  expect(why.said()).toMatch(/^long 0\.0\d BTC, .*: still open at the end, valued there$/m);
  expect(why.said()).toMatch(/ buy 0\.01 at [\d.]+ as taker: the middle was [\d.]+, slippage -/);
  const opened = open('--at', 'life-1:1', '--port', '18977');
  await expect.poll(() => opened.said(), { timeout: 180_000 }).toContain('Ctrl-C stops it');
  const places = /entry (\d+); it came with entry (\d+)/;
  const [, reached, began] = places.exec(opened.said()) ?? [];
  expect(Number(reached)).toBe(Number(began) - 1);
  const [, data = ''] = /npx perpetua time step 1s --data (\S+)/.exec(opened.said()) ?? [];
  const stepped = scene.run('time', 'step', '1s', '--data', data);
  expect(await stepped.ended, stepped.complained()).toBe(0);
  opened.child.kill('SIGINT');
  expect(await opened.ended).toBe(0);
  const taken = createServer().listen(18_979, '127.0.0.1');
  const late = open('--at', 'life-1:1', '--port', '18979');
  expect(await late.ended).toBe(1);
  taken.close();
  expect(late.complained()).toContain('port 18979 is in use; stop what listens there or choose');
  const fill = open('--at', 'life-1:fill:2', '--why');
  expect(await fill.ended, fill.complained()).toBe(0);
  expect(fill.said()).toMatch(/it was [\d.]+ above the middle of the book/);
  expect(fill.said()).toContain('it took what stood on the book');
  const odd = open('--at', 'life-1:dream:2', '--why');
  expect(await odd.ended).toBe(2);
  expect(odd.complained()).toContain('--at knows trade, fill, refusal, liquidation, not dream');
  const none = open('--at', 'life-1:99', '--why');
  expect(await none.ended).toBe(1);
  expect(none.complained()).toContain('life-1 has no trade 99 in its report');
});

// A live market may move away between two orders; then it is another life.
test('[LIFE-20] an account of a running venue is told as a life is', { retry: 2 }, async () => {
  const said = await untilOpen(
    scene.run('start', '--port', '0', '--admin-port', '0', '--page', 'off'),
  );
  const baseUrl = /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '';
  const file = join(scene.folder, 'data/credentials.json');
  const [keys] = JSON.parse(readFileSync(file, 'utf8'));
  const { order } = createClient({ baseUrl, ...keys });
  const buy = (size: string) =>
    order.placeOrder({
      ...{ symbol: 'cmt_btcusdt', client_oid: `own-${size}`, size },
      ...({ type: '1', order_type: '0', match_price: '1' } as const),
    });
  await buy('0.0100');
  await expect(buy('900.0000')).rejects.toThrow();
  await order.closePositions({ symbol: 'cmt_btcusdt' });
  const report = (...words: string[]): VenueProcess => scene.run('report', ...words);
  const told = report('--account', String(keys.accountId));
  expect(await told.ended, told.complained()).toBe(0);
  expect(told.said()).toMatch(/^Account \d+: 1 trade, \d+ fills?\.$/m);
  const trades = readFileSync(join(scene.folder, 'report/trades.csv'), 'utf8').split('\n');
  expect(trades[1]).toMatch(/^account-\d+,1,BTC,long,.*,closed,/);
  const page = readFileSync(join(scene.folder, 'report/report.html'), 'utf8');
  expect(page).toContain('market-size-above-maximum, given 9000000, limit 1000000');
  const none = report('--account', '99999');
  expect(await none.ended).toBe(1);
  expect(none.complained()).toContain('data has no account 99999');
  const odd = report('--account', '1', '--from', 'dawn');
  expect(await odd.ended).toBe(2);
  const empty = report('--account', '1', '--data', 'nowhere');
  expect(await empty.ended).toBe(1);
  expect(empty.complained()).toContain('nowhere holds no journal');
});

test('[LIFE-3] what a bot that finished early holds is held to the end', async () => {
  const lives = await outcomeOf(run(botOf('leave'), '--seeds', '1'));
  expect(lives.code, lives.said).toBe(0);
  // One fee only: nothing was closed. The equity has moved by more than that.
  const [life] = lives.lives;
  const { return: earned, fees, fills } = { return: 0, fees: 0, fills: 0, ...life };
  expect(fills).toBeGreaterThanOrEqual(1);
  expect(Math.abs(earned * 10_000 + fees)).toBeGreaterThan(0.01);
});

test('[LIFE-4] a bot that never steps is given up, and told what to do', async () => {
  const [dream, dither] = (['dream', 'dither'] as const).map((habit) =>
    run(botOf(habit), '--seeds', '1', '--patience', '3s', '--out', habit),
  );
  for (const [lives, words] of [
    [dream, 'and no other request'],
    [dither, /but \d+ other requests/],
  ] as const) {
    expect(await lives?.ended).toBe(1);
    expect(lives?.said()).toMatch(words);
    expect(lives?.said()).toContain('the bot made no step for 3s');
    expect(lives?.said()).toContain('POST /sandbox/time/step, or be given a --speed');
  }
});

test('[LIFE-1] a bot that sleeps is given a speed, and needs no step', async () => {
  const lives = await outcomeOf(run(botOf('sleep'), '--seeds', '1', '--speed', '300'));
  expect(lives.code, lives.said).toBe(0);
  expect(lives.lives[0]).toMatchObject({ liquidations: 0 });
  expect(Number(lives.lives[0]?.['fees'])).toBeGreaterThan(5);
});

test('[LIFE-5] commands and venues that do not exist fail in words', async () => {
  const none = await outcomeOf(run('no-such-program --at-all', '--seeds', '2'));
  expect(none.code).toBe(1);
  for (const life of none.lives)
    expect(life['failure']).toMatch(/^the bot ended with 127;.*\n.*not found/);
  const stray = await outcomeOf(run(botOf('stray'), '--seeds', '1'));
  expect(
    stray.said.match(/^ *Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module .*$/gm),
  ).toHaveLength(1);
  expect(stray.said).not.toMatch(/^ +at |Node\.js v/m);
  const odd = scene.run(
    ...['lives', '--bot', 'true', '--seeds', '1', '--out', 'out'],
    ...['--', '--contracts', '/no/such/table.json'],
  );
  expect(await odd.ended).toBe(1);
  expect(odd.said()).toContain('its venue ended with 1; its last words:');
  expect(odd.said()).toContain('/no/such/table.json: there is no such file; --contracts names it');
});

test('[LIFE-6] Ctrl-C ends every process and shows the lives that are over', async () => {
  const lives = run(botOf('cling'), '--seeds', '50', '--parallel', '2', '--hours', '0.5');
  await expect.poll(() => lives.complained(), { timeout: 120_000 }).toContain('life-1');
  lives.child.kill('SIGINT');
  expect(await lives.ended).toBe(1);
  expect(lives.said()).toMatch(/^Interrupted after ([1-9]\d*) of 50 lives.*\n\n\1 of 50 lives/);
  expect(lives.said()).toMatch(/^return +0\.00 %/m);
  expect(lives.said()).not.toContain('Failed');
  const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(
    left.split('\n').filter((line) => line.includes('lives/bot.ts') && line.includes('cling')),
  ).toEqual([]);
  expect(left).not.toContain(`${scene.folder}/`);
});

test('[LIFE-13] a run that is killed once a life was told has been a try', async () => {
  const lives = run(botOf('trade'), '--seeds', '50', '--parallel', '1');
  await expect.poll(() => lives.complained(), { timeout: 120_000 }).toContain('life-1');
  lives.child.kill('SIGKILL');
  await lives.ended;
  const tries = JSON.parse(readFileSync(join(scene.folder, 'out/tries.json'), 'utf8'));
  expect(Object.values(tries)).toEqual([`${botOf('trade')} on life-1 to life-50`]);
});

test('[LIFE-1] the example bot trades', async () => {
  const example = commandOf('--conditions=perpetua-source', EXAMPLE);
  const lives = await outcomeOf(run(example, '--seeds', '1', '--hours', '1'));
  expect(lives.code, lives.said).toBe(0);
  expect(Number(lives.lives[0]?.['fills'])).toBeGreaterThan(0);
});

test.each([
  [[], '--bot "COMMAND" says which program to run'],
  [['--bot', 'x', '--seeds', '0'], '--seeds is a whole number from 1, at most 10000, not 0'],
  [['--bot', 'x', '--hours', '1000'], '--hours is a number above 0, at most 744, not 1000'],
  [
    ['--bot', 'x', '--start-at', 'now'],
    '--start-at is a time such as 2026-01-05T00:00:00Z, not now',
  ],
  [['--bot', 'x', '--seed', 'a', '--seeds', '2'], '--seed is one life'],
  [['--bot', 'x', '--seed', 'drawn'], '--seed is a word of 1 to 64 characters, and not "drawn"'],
  [['--bot', 'x', '--only', 'BTC,GOLD'], 'there is no "GOLD"'],
  [['--bot', 'x', '--patience', '1'], '--patience is a length of time such as 60s or 5m, not 1'],
  [['--bot', 'x', 'size=1'], '"size=1" is not understood here'],
  [['--bot', 'x', '--tapes', 'a,a'], '--tapes has files with commas between them, each once'],
  [['--bot', 'x', '--tapes', 'a', '--seeds', '2'], '--tapes has a life for each: without --seeds'],
  [['--bot', 'x', '--seed', 'a', '--vary', 'b=1,2'], '--seed is one life: --vary with one value'],
  [['--bot', 'x', '--judge', '3'], '--judge is for the variant that --vary leads to'],
  [['--bot', 'x', '--against', 'no'], '--against names the folder of another run; no is none'],
  [['--bot', 'x', '--json', '--csv'], '--json or --csv, not both'],
  [['--bot', 'x', '--', '--feed', 'tape', '--tape', 'a'], 'one recording is one life: --tapes'],
  [['--bot', 'x', '--', '--feed=tape', '--tape=a'], 'one recording is one life: --tapes'],
  [['--bot', 'x', '--', '--market', 'lunar'], '--market is "lunar"; it must be one of'],
  [['--bott', 'x'], '--bott is not known here; did you mean --bot?'],
])('[LIFE-9] %j is refused with words', async (words, reason) => {
  const lives = scene.run('lives', ...words);
  expect(await lives.ended).toBe(2);
  expect(lives.complained()).toContain(reason);
  expect(readdirSync(scene.folder)).toEqual([]);
});

test('[LIFE-16] a sweep chooses on the first recordings, and the last judges', async () => {
  const days = ['mon', 'tue', 'wed'].map((day, at) => {
    makeRecording(join(scene.folder, `${day}.gz`), { changes: 200, seed: at + 1 });
    return `${day}.gz`;
  });
  const sweep = run(
    ...([botOf('vary'), '--tapes', days.join(), '--judge', '1'] as const),
    ...['--vary', 'size=0.0100,0.0200'],
  );
  expect(await sweep.ended, sweep.complained()).toBe(0);
  expect(sweep.said()).toContain('On 1 further seeds: Too few lives');
  const fills = readFileSync(join(scene.folder, 'out/fills.csv'), 'utf8');
  expect(fills.match(/^size=0.0200,tue.gz,/gm)).not.toBeNull();
  expect(readFileSync(join(scene.folder, 'out/lives.csv'), 'utf8')).toMatch(/^wed.gz,/m);
  const report = readFileSync(join(scene.folder, 'out/report.html'), 'utf8');
  expect(report).toContain('--tapes mon.gz,tue.gz,wed.gz --judge 1');
  expect(report).toContain('npx perpetua lives open out --at wed.gz:1 --variant');
});

test('[TAPE-17] a life on a tape begins and ends with it, and is the same again', async () => {
  const { path } = makeRecording(join(scene.folder, 'day.gz'), { changes: 400 });
  const live = async () => {
    const words = ['--tapes', path, '--', '--latency', 'entry=50ms'];
    const { code, said, lives } = await outcomeOf(run(botOf('trade'), ...words));
    expect(code, said).toBe(0);
    return lives[0];
  };
  const [one, other] = [await live(), await live()];
  expect(Number(one?.['fills'])).toBeGreaterThan(0);
  // How many orders still come after the end depends on the machine, and changes nothing.
  const told = { seed: '', wallSeconds: 0, late: 0 };
  expect({ ...other, ...told }).toEqual({ ...one, ...told });
});
