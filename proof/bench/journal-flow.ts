/** The engine's benchmark flow as one journal: the entries that set the venue up come first. */

import { DEFAULT_TERMS, INSURANCE_FUND } from '../../src/domain/account.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import { accountId } from '../../src/domain/ids.ts';
import { money } from '../../src/domain/units.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { FLOW_SHAPE, planFlow } from './engine-flow.ts';
import { type BenchVenue, benchEntry, benchIndex, openBenchVenue, run } from './engine-venue.ts';
import { generateWorkload } from './generate.ts';
import { SCENARIOS } from './scenario.ts';

const USDT = 100_000_000n;

/** About this many entries, from the first one on. */
export function planJournal(count: number): Entry[] {
  const scenario = SCENARIOS[0];
  if (scenario === undefined) throw new Error('there is no scenario to measure');
  const entries = planSetup();
  const flow = planFlow(generateWorkload(scenario, Math.max(100, count >> 1), 1));
  for (const entry of flow.entries) entries.push(entry);
  return entries.slice(0, Math.max(count, 1));
}

/** The commands of `openBenchVenue` as entries; the hashes must agree. */
function planSetup(): Entry[] {
  const done = openBenchVenue(FLOW_SHAPE);
  const venue: BenchVenue = { ...done, state: createState() };
  const entries: Entry[] = [];
  const note = (command: Command): void => {
    entries.push(benchEntry(venue, command));
    run(venue, command);
  };
  note({ kind: 'list-contract', contract: done.contract });
  note({ kind: 'deposit', account: INSURANCE_FUND, amount: money(FLOW_SHAPE.fund * USDT) });
  note(benchIndex(FLOW_SHAPE.index));
  for (let opened = 0; opened < FLOW_SHAPE.accounts; opened += 1) {
    const account = accountId(venue.state.nextAccount);
    note({ kind: 'open-account', role: FLOW_SHAPE.role, terms: DEFAULT_TERMS });
    note({ kind: 'deposit', account, amount: money(FLOW_SHAPE.wallet * USDT) });
  }
  if (stateHash(venue.state) !== stateHash(done.state)) {
    throw new Error('the set-up noted down is not the one of the flow');
  }
  return entries;
}
