import { expect, test } from 'vitest';
import { createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import { reviewSeason, type SurveillanceTest } from '../../src/competition/surveillance/review.ts';
import { playSeason, type Temper } from './scripted-season.ts';

const SEEDS = 20;
const TEMPERS: Temper[] = [
  'careful',
  'reckless',
  'idle',
  'giver',
  'taker',
  'copier',
  ...Array.from({ length: 8 }, () => 'careful' as const),
  ...Array.from({ length: 6 }, () => 'reckless' as const),
];

/** Teams flagged by each test, by their temper. */
function flagsOf(seed: number): Map<SurveillanceTest, Temper[][]> {
  const contest = createContest();
  const { teams } = playSeason({
    seed,
    hours: 4,
    tempers: TEMPERS,
    after: (_, entry, events) => foldContest(contest, { ...entry, events }),
  });
  const tempers = new Map(teams.map(({ account, temper }) => [account, temper]));
  const flags = new Map<SurveillanceTest, Temper[][]>();
  for (const { test: name, accounts, isFlagged } of reviewSeason(contest.seasons[0]!)) {
    if (!isFlagged) continue;
    flags.set(name, [...(flags.get(name) ?? []), accounts.map((account) => tempers.get(account)!)]);
  }
  return flags;
}

test('[SUR-1] over twenty seeds the pair and the copier are flagged, the honest are not', () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const flags = flagsOf(seed);
    const isPair = flags.get('pair-matching')?.some((pair) => pair.join() === 'giver,taker');
    if (isPair !== true) missed.push(`seed ${seed}: pair`);
    const isCopied = flags.get('copying')?.some((pair) => pair.join() === 'reckless,copier');
    if (isCopied !== true) missed.push(`seed ${seed}: copier`);
    for (const [name, rows] of flags) {
      for (const row of rows) {
        const isGuilty = row.join() === 'giver,taker' || row.join() === 'taker,giver';
        const isCopy = name === 'copying' && row.join() === 'reckless,copier';
        const isAlone = row.length === 1 && (row[0] === 'giver' || row[0] === 'taker');
        if (!isGuilty && !isCopy && !isAlone) wrong.push(`seed ${seed}: ${name} ${row.join()}`);
      }
    }
  }
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});
