/** How far the lives have come: a bar on a terminal, and elsewhere a line for each life. */
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { hasLived, type LifeOutcome } from '../../verdict/life.ts';
import { percentText } from './lives-report.ts';

const CELLS = 24;
const CLEAR = '\u001b[K';

export function createLivesBar(count: number) {
  const began = performance.now();
  const parts = new Map<string, number>();
  const over = { lived: 0, failed: 0, recalled: 0 };
  const isDrawn = process.stderr.isTTY;
  const partOver = (): number => [...parts.values()].reduce((sum, each) => sum + each, 0) / count;
  /** By the pace so far; lives that were there already took no time. */
  const left = (part: number): string => {
    const own = part - over.recalled / count;
    if (own <= 0 || part >= 1) return '';
    const millis = ((performance.now() - began) * (1 - part)) / own;
    return `, ${formatDuration(Math.ceil(millis / 1_000) * 1_000)} left`;
  };
  const draw = (): void => {
    const part = partOver();
    const cells = '#'.repeat(Math.floor(part * CELLS)).padEnd(CELLS, '.');
    const failed = over.failed === 0 ? '' : `, ${over.failed} failed`;
    const lives = `${over.lived} of ${many(count, 'life', 'lives')}${failed}${left(part)}`;
    process.stderr.write(`\r[${cells}] ${Math.floor(100 * part)} %  ${lives}${CLEAR}`);
  };
  return {
    /** A life has come so far, from 0 to 1. */
    tell: (name: string, part: number): void => {
      parts.set(name, part);
      if (isDrawn) draw();
    },
    tellOver: (name: string, outcome: LifeOutcome): void => {
      parts.set(name, 1);
      over[hasLived(outcome) ? 'lived' : 'failed'] += 1;
      if (hasLived(outcome) && outcome.wallSeconds === 0) over.recalled += 1;
      const place = `${over.lived + over.failed}/${count}${left(partOver())}`;
      if (isDrawn) draw();
      else process.stderr.write(`${place}  ${name}: ${wordsOf(outcome)}\n`);
    },
    end: (): void => {
      if (isDrawn) process.stderr.write(`\r${CLEAR}`);
    },
  };
}

/** The reason of a failure is in the report. */
function wordsOf(outcome: LifeOutcome): string {
  if (!hasLived(outcome)) return 'failed';
  const { figures, wallSeconds } = outcome;
  return `return ${percentText(figures.return)}, ${wallSeconds.toFixed(0)} s`;
}
