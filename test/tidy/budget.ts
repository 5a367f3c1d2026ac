/**
 * The budget of lines: what each folder of the product may have, tests apart. It follows what is
 * there downwards, and goes up only in a commit that says why.
 */
import { spawnSync } from 'node:child_process';
import type { Finding } from './finding.ts';
import { findPaths, getText } from './tree.ts';

export const BUDGET_PATH = 'test/tidy/budget.json';
/** How much of a budget, and how many lines, may be left over. */
const SPARE_SHARE = 0.03;
const SPARE_LINES = 100;
const STEP = 50;

/** Lines by folder. */
export type Lines = Readonly<Record<string, number>>;

const isProduct = (path: string): boolean =>
  /^(?:src|proof)\//.test(path) && !/\.test\./.test(path);

/** Files that are built and not kept do not count. */
export function countLines(): Lines {
  const left = new Set(askGit('ls-files', '-oi', '--exclude-standard', 'src', 'proof').split('\n'));
  const lines: Record<string, number> = {};
  for (const path of findPaths(['{src,proof}/**/*.*'])) {
    if (!isProduct(path) || left.has(path)) continue;
    const [top = '', name = '', ...rest] = path.split('/');
    const folder = rest.length === 0 ? top : `${top}/${name}`;
    lines[folder] = (lines[folder] ?? 0) + getText(path).split('\n').length - 1;
  }
  return lines;
}

/** Empty where there is no history, or none of this. */
const askGit = (...words: string[]): string =>
  spawnSync('git', words, { encoding: 'utf8' }).stdout ?? '';

export const readBudget = (): Lines => JSON.parse(getText(BUDGET_PATH));

/** The last commit's, and what it was before: the same where nobody knows. */
export function readLastRaise(): { readonly before: Lines; readonly commit: string } {
  const before = askGit('show', `HEAD~1:${BUDGET_PATH}`);
  return {
    before: before === '' ? readBudget() : JSON.parse(before),
    commit: askGit('log', '-1', '--format=%B'),
  };
}

/** Who has more than its budget, or none. */
export const checkBudget = (lines: Lines, budget: Lines): Finding[] =>
  Object.entries(lines).flatMap(([folder, count]) => {
    const max = budget[folder];
    if (max === undefined) return [find(`${folder} has ${count} lines and no budget`)];
    const remedy = 'make room, or raise it and say why in the commit';
    return count > max ? [find(`${folder} has ${count} lines, at most ${max}: ${remedy}`)] : [];
  });

/** Who has a budget that did not follow it downwards. */
export const checkSpare = (lines: Lines, budget: Lines): Finding[] =>
  Object.entries(budget).flatMap(([folder, max]) => {
    const count = lines[folder] ?? 0;
    const isSpare = count === 0 || max - count > Math.max(SPARE_LINES, SPARE_SHARE * max);
    const told = `${folder} has ${count} lines and a budget of ${max}`;
    return isSpare ? [find(`${told}: node test/tidy/lower-budget.ts lowers it`)] : [];
  });

const find = (message: string): Finding => ({ file: BUDGET_PATH, line: 1, message });

/** Never higher than before. */
export function lowerBudget(lines: Lines, budget: Lines): Lines {
  const kept = Object.entries(budget).filter(([folder]) => lines[folder] !== undefined);
  return Object.fromEntries(
    kept.map(([folder, max]) => {
      return [folder, Math.min(max, Math.ceil((lines[folder] ?? 0) / STEP) * STEP)];
    }),
  );
}

/** The commit that raises the budget of a folder, or gives it one, names the folder. */
export function checkRaise(before: Lines, after: Lines, commit: string): Finding[] {
  return Object.entries(after)
    .filter(([folder, max]) => max > (before[folder] ?? 0) && !commit.includes(folder))
    .map(([folder]) =>
      find(`${folder} got a higher budget: name ${folder} in the commit's message, and say why`),
    );
}
