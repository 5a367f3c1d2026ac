/**
 * The findings of a season: for each test the entrants or pairs nearest to its threshold, with a
 * score and its evidence. A finding beyond the threshold is flagged. It is a question to the
 * organiser, not a verdict.
 */
import type { SeasonRecord } from '../season-record.ts';
import type { SurveillanceFinding } from './finding.ts';
import { reviewEntrants } from './review-entrants.ts';
import { reviewPairs } from './review-pairs.ts';

/** How many findings of each test are kept, highest score first. */
export const FINDINGS_PER_TEST = 50;

/** Flagged ones first, then by test and score. */
export function reviewSeason(season: SeasonRecord): SurveillanceFinding[] {
  const findings = [...reviewPairs(season), ...reviewEntrants(season)];
  const tests = [...new Set(findings.map(({ test }) => test))];
  return tests.flatMap((test) => {
    const rows = findings.filter((finding) => finding.test === test);
    rows.sort(compareFindings);
    return rows.slice(0, FINDINGS_PER_TEST);
  });
}

function compareFindings(one: SurveillanceFinding, other: SurveillanceFinding): number {
  if (one.isFlagged !== other.isFlagged) return one.isFlagged ? -1 : 1;
  const [mine, its] = [magnitude(one.score), magnitude(other.score)];
  if (mine !== its) return mine > its ? -1 : 1;
  return (
    (one.accounts[0] ?? 0) - (other.accounts[0] ?? 0) ||
    (one.accounts[1] ?? 0) - (other.accounts[1] ?? 0)
  );
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
