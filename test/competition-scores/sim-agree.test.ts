import { expect, test } from 'vitest';
import { nextEntry, startWorkload } from '../../proof/sim/workload.ts';
import { type Contest, createContest } from '../../src/competition/contest.ts';
import { foldContest } from '../../src/competition/fold-contest.ts';
import { equityAt } from '../../src/competition/holding.ts';
import {
  type ContestData,
  recoverContest,
  snapshotContest,
} from '../../src/competition/season-snapshot.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { unrealisedPnl } from '../../src/domain/position.ts';
import { toBigInt } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { getAccount, type VenueState } from '../../src/engine/state.ts';

const STEPS = 3_000;

/** Entrants, before the start and after it, of whom fold and engine think differently. */
function strayed(contest: Contest, state: VenueState): string[] {
  const season = contest.seasons.at(-1);
  if (season === undefined || season.isScored) return [];
  return season.entrants.flatMap(({ account: id, holding }) => {
    const account = getAccount(state, id);
    let equity: bigint = toBigInt(account.wallet);
    const sizes: string[] = [];
    for (const desk of account.desks) {
      if (desk === undefined) continue;
      const { contract } = desk.listing;
      for (const { position } of [desk.long, desk.short]) {
        if (position === null) continue;
        equity += toBigInt(unrealisedPnl(contract, position, desk.listing.mark));
        sizes.push(`${contract.id} ${position.side} ${position.size} ${position.openValue}`);
      }
    }
    const held = holding.positions.map(
      ({ contract, side, size, openValue }) => `${contract} ${side} ${size} ${openValue}`,
    );
    const isSame =
      toBigInt(equityAt(holding, contest.lotValues)) === equity &&
      held.sort().join() === sizes.sort().join();
    return isSame ? [] : [`account ${id} after entry ${state.seq}: ${held} for ${sizes}`];
  });
}

test('[SCO-1] [SCO-11] in the simulator every entrant owns what the engine says', () => {
  let seasons = 0;
  let running = 0;
  for (let seed = 1; seed <= 80 && (seasons < 6 || running <= 300); seed += 1) {
    const state = createState();
    const scene = startWorkload(seed, state);
    if (scene.mix.seasonPercent === 0) continue;
    seasons += 1;
    let contest = createContest();
    for (let step = 0; step < STEPS; step += 1) {
      const entry = nextEntry(scene);
      foldContest(contest, { ...entry, events: apply(state, entry) });
      const found = strayed(contest, state);
      if (found.length > 0) expect.fail(`seed ${seed}: ${found[0]}`);
      const last = contest.seasons.at(-1);
      if (last?.phase === 'active' && !last.isScored) running += 1;
      if (step % 500 !== 499) continue;
      const saved = stringifyPlain(snapshotContest(contest));
      contest = recoverContest(parsePlain(saved) as ContestData);
      expect(stringifyPlain(snapshotContest(contest)) === saved).toBe(true);
    }
  }
  expect(seasons).toBeGreaterThan(3);
  expect(running).toBeGreaterThan(300);
});
