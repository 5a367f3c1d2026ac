/**
 * A report of lives that the test made up, section by section: what each says is held by its hash,
 * since a bar of the wrong height misleads as much as a wrong word. Whoever changes a section on
 * purpose looks at the page and then writes its new hash here.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LifeDigest, type NotableTrade, PATH_PLACES } from '../digest.ts';
import { judgeReturns } from '../judge.ts';
import { formatReport } from './format-report.ts';
import type { ReportInput } from './report-input.ts';

const usdt = (value: number) => BigInt(Math.round(value * 100)) * 1_000_000n;
/** Numbers from -1 to 1 without an order. */
const draw = (place: number): number => ((place * 7_919 + 104_729) % 2_001) / 1_000 - 1;
const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

function tradeOf(seed: string, place: number): NotableTrade {
  const result = usdt(10 * draw(place));
  const openedAt = START + place * MINUTE;
  const isOpen = place % 5 === 0;
  const amounts = { price: usdt(11 * draw(place)), slippage: usdt(-0.4), fees: usdt(-0.5) };
  return {
    seed,
    trade: {
      ...{ trade: place, contract: place % 3 === 0 ? 'ETH' : 'BTC', openedAt, openedSeq: place },
      ...{ side: place % 2 === 0 ? 'long' : 'short', closedSeq: null, regime: 'calm', fills: 2 },
      closedAt: isOpen ? null : openedAt + 5 * MINUTE,
      end: isOpen ? 'open' : place % 7 === 0 ? 'liquidated' : 'closed',
      ...{ size: usdt(0.5), entry: usdt(90_000), exit: usdt(90_010), result, ...amounts },
      ...{ funding: usdt(0), liquidation: usdt(-0.1) },
    },
    fills: ['buy', 'sell'].map((side, at) => ({
      ...{ fill: at, at: openedAt + at * MINUTE, seq: at, trade: place, order: at, side },
      ...{ contract: 'BTC', positionSide: 'long', effect: 'open', isMaker: at === 0 },
      ...{ venue: 'book', price: usdt(90_000 + at), middle: usdt(90_000), size: usdt(0.5) },
      ...{ value: usdt(1), fee: usdt(0), slippage: usdt(0), liquidation: usdt(0) },
    })),
    strip: {
      ...{ contract: 'BTC', from: openedAt - 2 * MINUTE, stepMillis: MINUTE },
      prices: Float64Array.from({ length: 9 }, (_, at) => (at === 0 ? 0 : 90_000 + 5 * draw(at))),
    },
  };
}

function lifeOf(place: number, mean: number): LifeDigest {
  const seed = `seed-${place}`;
  const gain = mean + 0.02 * draw(place);
  const result = usdt(10_000 * gain);
  const [price, fees] = [usdt(10_000 * gain + 20), usdt(-20)];
  return {
    seed,
    figures: {
      ...{
        return: gain,
        closed: gain - 0.001,
        drawdown: 0.01 + 0.005 * Math.abs(draw(place + 3)),
        fees: 20,
      },
      ...{ sharpe: place % 2 === 0 ? null : 1.5 * draw(place), funding: 0.5, fills: 10 + place },
      ...{ liquidations: place % 4 === 0 ? 1 : 0, late: place === 2 ? 1 : 0 },
      equity: 10_000 * (1 + gain),
    },
    ...{ wallet: usdt(10_000), result, holding: 0.01 * draw(place + 5), turnover: 40_000 + place },
    split: {
      price,
      slippage: usdt(0),
      fees,
      funding: usdt(0.5),
      liquidation: usdt(-0.5),
      covered: usdt(0),
    },
    ...{ exposed: 0.4, taken: 0.75, leverage: 1.25, orders: 30 + place, rowsLeftOut: 0 },
    refusals: [
      { call: 'POST order', status: 400, code: '40015', words: 'not <enough>', count: place + 1 },
    ],
    path: Float64Array.from(
      { length: PATH_PLACES },
      (_, at) => (gain * at) / PATH_PLACES + 0.001 * draw(at + place),
    ),
    byHour: new Map([0, 1, 13].map((hour) => [String(hour).padStart(2, '0'), usdt(draw(hour))])),
    byRegime: new Map([
      ['calm', usdt(5)],
      ['stress', usdt(-3 * draw(place))],
    ]),
    byContract: new Map([['BTC', usdt(draw(place))]]),
    bySide: new Map([
      ['long', usdt(1)],
      ['short', usdt(-2 * draw(place + 1))],
    ]),
    trades: Array.from({ length: 25 }, (_, at) => 10 * draw(at * place + at)),
    notable: Array.from({ length: 4 }, (_, at) => tradeOf(seed, 4 * place + at)),
  };
}

function reportOf(mean: number, more: Partial<ReportInput> = {}): string {
  const lives = Array.from({ length: 12 }, (_, place) => lifeOf(place, mean));
  const input: ReportInput = {
    ...{ bot: 'bot <1>', about: '12 lives of 12h', lives, lifeMillis: 12 * 60 * MINUTE, tries: 3 },
    failures: [{ seed: 'seed-99', failure: 'it <died>' }],
    replayOf: (seed) => `perpetua lives --seed ${seed}`,
    openOf: (seed, trade) => `perpetua lives --at ${seed}:${trade}`,
    facts: [['version', '1 & 2']],
    against: {
      name: 'before',
      returns: new Map(lives.map(({ seed }, at) => [seed, 0.01 * draw(at)])),
    },
    ...more,
  };
  const judgement = judgeReturns(
    input.lives.map(({ figures }) => figures.closed),
    input.tries,
  );
  return formatReport(input, judgement);
}

/** By its heading, the hash of each section without the style of the page. */
function sectionsOf(page: string): Readonly<Record<string, string>> {
  const [, body = ''] = page.split('</style>');
  const sections = body.split('<h2>').map((section) => {
    const heading = section.includes('</h2>') ? section.slice(0, section.indexOf('</h2>')) : 'head';
    return [heading, createHash('sha256').update(section).digest('hex').slice(0, 12)];
  });
  return Object.fromEntries(sections);
}

test('[LIFE-12] a report that earns is drawn as it is', () => {
  expect(sectionsOf(reportOf(0.02))).toEqual({
    head: '06a67a827f40',
    Equity: 'b1ce48baff55',
    'Where the result comes from': '26d5b9c9db90',
    Compared: 'a465babc1965',
    Drawdowns: '86270ad82460',
    Distributions: '1d8e978187c0',
    'When and where': 'cc8571490c8d',
    'The best and the worst trades': 'f52881bf31c9',
    Refusals: 'dc0ce9f51b2c',
    'Every life': 'c43ec35a4c99',
    'Made with': '3c0c5504e4e7',
  });
});

test('[LIFE-12] a report that loses, without another to compare with, is drawn as it is', () => {
  const page = reportOf(-0.02, { against: undefined, openOf: undefined, failures: [], judged: 2 });
  expect(sectionsOf(page)).toEqual({
    head: 'f20b124b64f3',
    Equity: 'b235d3162b71',
    'Where the result comes from': 'c7131de2b140',
    Compared: '7794fbb1eea9',
    Drawdowns: '969fea81b3f2',
    Distributions: '4fefc0ad3afb',
    'When and where': 'cc8571490c8d',
    'The best and the worst trades': '058cea759c77',
    Refusals: '95576f20a1b8',
    'Every life': '6edb84ce7f5f',
    'Made with': '3c0c5504e4e7',
  });
});

test('[LIFE-12] whatever a bot, a venue or a failure says is text', () => {
  const page = reportOf(0);
  for (const text of ['bot <1>', 'it <died>', 'not <enough>', '1 & 2']) {
    expect(page).not.toContain(text);
    expect(page).toContain(text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;'));
  }
});

test('[LIFE-12] a report without a life says so, with what failed', () => {
  const page = reportOf(0, { lives: [] });
  expect(page).toContain('No life came to its end.');
  expect(Object.keys(sectionsOf(page))).not.toContain('Distributions');
  expect(page).toContain('seed-99');
});
