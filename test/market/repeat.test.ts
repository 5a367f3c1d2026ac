/** The market as a function of seed, beat, state and memory, however it is driven. */
import { expect, test } from 'vitest';
import {
  createDrive,
  type Drive,
  type DriveSettings,
  resumeDrive,
} from '../../proof/market-report/drive-market.ts';
import type { Entry } from '../../src/domain/command.ts';
import { contractId } from '../../src/domain/ids.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { recoverSnapshot } from '../../src/engine/recover-snapshot.ts';
import { type Snapshot, stateHash, takeSnapshot } from '../../src/engine/snapshot.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { createMind, recallMind, rememberMind } from '../../src/market/mind.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { recoverViews, snapshotViews, type ViewsData } from '../../src/views/snapshot-views.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts(({ base }) => ['BTC', 'ETH', 'DOGE'].includes(base)).map(
  (contract, at) => ({ ...contract, id: contractId(at) }),
);
/** Not a whole minute, nor the start of a block of prices. */
const START = Date.UTC(2026, 0, 5, 0, 0, 41, 500);

function play(word: string, changes: Partial<DriveSettings> = {}) {
  const entries: string[] = [];
  const settings: DriveSettings = {
    contracts,
    seed: seedOfWord(word),
    startAt: START,
    applied: (entry: Entry) => entries.push(stringifyPlain(entry)),
    ...changes,
  };
  return { entries, settings, drive: createDrive(settings) };
}

const stepAll = (drive: Drive, beats: number): void => {
  for (let beat = 0; beat < beats; beat += 1) drive.step();
};

/** As a snapshot on disk would bring it back. */
function restart(drive: Drive, settings: DriveSettings): Drive {
  const saved = { state: takeSnapshot(drive.state), views: snapshotViews(drive.views) };
  const { state, views } = parsePlain(stringifyPlain(saved)) as {
    state: Snapshot;
    views: ViewsData;
  };
  return resumeDrive({ state: recoverSnapshot(state), views: recoverViews(views) }, settings);
}

test('[MKT-1] [MKT-11] restarts at any beat change no entry', () => {
  const whole = play('lions');
  stepAll(whole.drive, 600);
  for (const lengths of [
    [1, 599],
    [37, 82, 1, 1, 133, 346],
    [299, 301],
  ]) {
    const parts = play('lions');
    let { drive } = parts;
    for (const length of lengths) {
      stepAll(drive, length);
      drive = restart(drive, parts.settings);
    }
    expect(parts.entries).toEqual(whole.entries);
    expect(stateHash(drive.state)).toBe(stateHash(whole.drive.state));
  }
});

test('[MKT-1] [MKT-11] a restart after a shock and after a storm changes no entry either', () => {
  const [whole, parts] = [play('lions'), play('lions')];
  let { drive } = parts;
  stepAll(whole.drive, 100);
  stepAll(drive, 100);
  for (const { feed } of [whole.drive.market, drive.market]) {
    feed.shock(contractId(0), 0.97);
    feed.force('stress');
  }
  stepAll(whole.drive, 7);
  stepAll(drive, 7);
  for (const { feed } of [whole.drive.market, drive.market]) feed.force(null);
  // Until makers have looked again, which is when a mood that ended is remembered.
  stepAll(whole.drive, 8);
  stepAll(drive, 8);
  drive = restart(drive, parts.settings);
  stepAll(whole.drive, 300);
  stepAll(drive, 300);
  expect(parts.entries).toEqual(whole.entries);
});

test('[MKT-1] another seed gives other prices and other orders from the first beat on', () => {
  const [one, other] = [play('lions'), play('lion')];
  stepAll(one.drive, 60);
  stepAll(other.drive, 60);
  const same = one.entries.filter((entry, at) => entry === other.entries[at]);
  // The accounts are opened alike.
  expect(same).toHaveLength(1);
});

test('[MKT-15] what happens in one market changes no draw in another', () => {
  const [alone, visited] = [play('lions'), play('lions')];
  const commandsOn = ({ entries }: ReturnType<typeof play>, place: number): unknown[] =>
    entries.flatMap((text) => {
      const { command } = parsePlain(text) as Entry;
      const commands = command.kind === 'batch' ? command.commands : [command];
      return commands.filter(
        (each) =>
          (each.kind === 'place-order' || each.kind === 'set-index-price') &&
          each.contract === place,
      );
    });
  const trader = visited.drive.openTrader(100_000);
  stepAll(alone.drive, 40);
  stepAll(visited.drive, 40);
  visited.drive.submit({
    kind: 'place-order',
    account: trader,
    contract: contractId(0),
    positionSide: 'long',
    effect: 'open',
    size: contracts[0]!.orderLotsMin,
    price: null,
    timeInForce: 'ioc',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  });
  stepAll(alone.drive, 200);
  stepAll(visited.drive, 200);
  const own = commandsOn(visited, 0).length;
  expect(own).toBeGreaterThan(100);
  expect(commandsOn(visited, 1)).toEqual(commandsOn(alone, 1));
});

test('[MKT-15] markets act at moments of their own, all of them at the first', () => {
  const { drive, entries } = play('lions');
  stepAll(drive, 2_000);
  const beats = entries.slice(1).map((text) => parsePlain(text) as Entry);
  const acts = beats.map(({ at, command }) => {
    const commands = command.kind === 'batch' ? command.commands : [];
    expect(commands[0]).toMatchObject({ kind: 'market-beat', beat: at });
    return commands.flatMap((each) => (each.kind === 'set-index-price' ? [each.contract] : []));
  });
  expect(acts[0]).toEqual([0, 1, 2]);
  for (const place of [0, 1, 2]) {
    const times = beats
      .filter((_, at) => acts[at]!.includes(contractId(place)))
      .map(({ at }) => at);
    // No tenth of a second has more of them than chance explains: five deviations.
    const phases = new Array<number>(10).fill(0);
    for (const at of times) phases[Math.floor((at % 1_000) / 100)]! += 1;
    const usual = times.length / 10;
    for (const count of phases) expect(Math.abs(count - usual)).toBeLessThan(5 * Math.sqrt(usual));
    const gaps = times.slice(1).map((at, before) => at - times[before]!);
    expect(Math.max(...gaps)).toBeLessThan(4_400);
  }
});

test('[MKT-16] a mind is remembered as bytes, and older bytes leave the rest new', () => {
  const mind = createMind(contracts[0]!, marketTermsOf(contracts)[0]!);
  Object.assign(mind, { index: 900_000.25, premium: -3.1, held: -12, bought: false });
  const bytes = rememberMind(mind);
  const again = createMind(contracts[0]!, marketTermsOf(contracts)[0]!);
  recallMind(again, bytes);
  expect(rememberMind(again)).toEqual(bytes);
  expect(again).toMatchObject({ index: 900_000.25, premium: Math.fround(-3.1), bought: false });
  const older = createMind(contracts[0]!, marketTermsOf(contracts)[0]!);
  recallMind(older, bytes.subarray(0, 5));
  expect(older).toMatchObject({ index: 900_000.25, premium: 0, varianceNow: mind.varianceNow });
});
