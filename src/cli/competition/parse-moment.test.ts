import { expect, test } from 'vitest';
import { parseFlags } from '../../terminal/flags.ts';
import { parseMoment } from './parse-moment.ts';
import { RULE_FLAG_NAMES, rulesFrom } from './season-verbs.ts';

test.each([
  ['now', 1_000],
  ['+90s', 91_000],
  ['+5m', 301_000],
  ['+6h', 21_601_000],
  ['+2d', 172_801_000],
  ['2026-03-01T12:00:00Z', 1_772_366_400_000],
  ['2026-03-01T12:00Z', 1_772_366_400_000],
])('[ORG-11] %s is a moment', (text, moment) => {
  expect(parseMoment(text, 1_000)).toBe(moment);
});

test.each(['', 'soon', '5m', '+5', '+5w', '2026-13-01T00:00:00Z', '2026-03-01', '1772366400000'])(
  '[ORG-11] "%s" is none',
  (text) => {
    expect(parseMoment(text, 1_000)).toBeUndefined();
  },
);

const rules = (...args: string[]): Record<string, unknown> | string => {
  const flags = parseFlags(args, { values: RULE_FLAG_NAMES, switches: [] });
  if (typeof flags === 'string') return flags;
  return rulesFrom(flags, 1_000);
};

test('[ORG-11] flags become rules, and the end is counted from the start', () => {
  expect(
    rules(
      ...['--name', 'Cup', '--start', '+1m', '--end', '+1h', '--leverage', '5', '--delay', '2m'],
      ...['--symbols', 'cmt_btcusdt,cmt_ethusdt', '--ai-log', 'required'],
    ),
  ).toEqual({
    name: 'Cup',
    startAt: 61_000,
    endAt: 3_661_000,
    leverageMax: '5',
    leaderboardDelayMillis: 120_000,
    symbols: ['cmt_btcusdt', 'cmt_ethusdt'],
    requiresAiLog: true,
  });
  expect(rules('--start', 'soon')).toContain('--start is now');
  expect(rules('--freeze', '6')).toContain('--freeze is a span');
});
