/**
 * `perpetua bench book`: messages per second of the book on five scenarios, compared with a peer in
 * the same run. It fails if the two trade different amounts, since a fast wrong book proves
 * nothing.
 */
import { showUsage } from '../show-usage.ts';
import { tellProgress } from './bench-options.ts';
import { type BookSettings, findBookSettings, HELP } from './book-settings.ts';
import { formatReport } from './format-report.ts';
import { generateWorkload } from './generate.ts';
import { describeMachine } from './machine.ts';
import { type Measurement, measure, type Plan } from './measure.ts';
import { findPeer, type PeerBook } from './peer.ts';
import { SCENARIOS } from './scenario.ts';
import type { Workload } from './workload.ts';
import { loadWorkload, saveWorkload } from './workload-file.ts';

export async function benchBook(args: string[]): Promise<number> {
  const settings = findBookSettings(args);
  if (settings === undefined) return showUsage(HELP, args);
  const { save } = settings;
  if (save !== undefined) {
    for (const create of await workloadsOf(settings)) await saveWorkload(create(), save);
    return 0;
  }
  const createPeer = settings.peer ? await findPeer() : undefined;
  const measurements = await measureAll(settings, createPeer);
  const machine = describeMachine();
  if (settings.json) console.log(JSON.stringify({ machine, settings, measurements }, undefined, 2));
  else console.log(formatReport(machine, measurements));
  return measurements.every(isSameTrade) ? 0 : 1;
}

async function measureAll(
  settings: BookSettings,
  createPeer: (() => PeerBook) | undefined,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const createWorkload of await workloadsOf(settings)) {
    const workload = createWorkload();
    tellProgress(`measuring ${workload.scenario}`);
    measurements.push(measure(workload, planOf(settings, workload), createPeer));
  }
  return measurements;
}

function planOf({ rounds, peerMessages }: BookSettings, { scenario }: Workload): Plan {
  const known = SCENARIOS.find(({ name }) => name === scenario);
  return { rounds, peerMessages: peerMessages ?? known?.peerMessages };
}

/** Made one at a time, when needed: five workloads at once would crowd the memory they measure. */
async function workloadsOf(settings: BookSettings): Promise<(() => Workload)[]> {
  if (settings.load !== undefined) {
    const loaded = await loadWorkload(settings.load);
    return [() => loaded];
  }
  const chosen = SCENARIOS.filter(({ name }) => (settings.scenario ?? name) === name);
  // Each new order leads to about two messages.
  const orders = settings.messages >> 1;
  return chosen.map((scenario) => () => generateWorkload(scenario, orders, settings.seed));
}

const isSameTrade = ({ peer }: Measurement): boolean =>
  peer === undefined || peer.tradedLots === peer.tradedLotsHere;
