/**
 * `perpetua bench book`: messages per second of the book on five scenarios, compared with a peer in
 * the same run. It fails if the two trade different amounts, since a fast wrong book proves
 * nothing.
 */

import { Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { asTimes, type Figure, measured } from './figure.ts';
import { generateWorkload, SCENARIOS } from './generate.ts';
import { type BenchOptions, benchmark, tellProgress } from './harness.ts';
import { findPeer, type Measurement, measure, PEER_NAME } from './measure.ts';
import type { Workload } from './workload.ts';
import { loadWorkload, saveWorkload } from './workload.ts';

const NAMES = SCENARIOS.map(({ name }) => name);

const HELP = `Usage: perpetua bench book [options]

  --scenario NAME    only this one of
                     ${NAMES.join(', ')}
  --messages N       about how many messages a scenario has (2000000)
  --rounds N         timed rounds, of which the best counts (3)
  --peer-messages N  how many of them ${PEER_NAME} gets
                     (all; static 100000)
  --no-peer          leave the peer out
  --seed N           seed of the workloads (1)
  --save FILE        write the workload of --scenario as text and measure
                     nothing
  --load FILE        measure the messages of such a file
  --json             print JSON instead of a table`;

export const benchBook = benchmark({
  help: HELP,
  instead: (asked) => saveAll(settingsOf(asked)),
  measure: async (asked) => {
    const settings = settingsOf(asked);
    return { settings, measurements: await measureAll(settings) };
  },
  title: 'the bare book, messages a second',
  figures: ({ measurements }) => measurements.map(figureOf),
  format: ({ measurements }) => measurements.flatMap(formatDisagreement),
  isGood: ({ measurements }) => measurements.every(isSameTrade),
});

type BookSettings = ReturnType<typeof settingsOf>;

function settingsOf({ values, switches, countOf }: BenchOptions) {
  const [scenario, save, load] = ['scenario', 'save', 'load'].map((name) => values.get(name));
  if (scenario !== undefined && !NAMES.includes(scenario))
    throw new Misunderstood(`--scenario is one of ${NAMES.join(', ')}, not ${scenario}`);
  if (save !== undefined && scenario === undefined)
    throw new Misunderstood('--save needs --scenario');
  return {
    messages: countOf('messages'),
    rounds: countOf('rounds'),
    peerMessages: values.has('peer-messages') ? countOf('peer-messages') : undefined,
    seed: countOf('seed'),
    peer: !switches.has('no-peer'),
    json: switches.has('json'),
    scenario,
    save,
    load,
  };
}

function saveAll(settings: BookSettings): Promise<number> | undefined {
  const { save } = settings;
  return save === undefined ? undefined : saveTo(save, settings);
}

async function saveTo(path: string, settings: BookSettings): Promise<number> {
  for (const create of await workloadsOf(settings)) await saveWorkload(create(), path);
  return 0;
}

async function measureAll(settings: BookSettings): Promise<Measurement[]> {
  const createPeer = settings.peer ? await findPeer() : undefined;
  const measurements: Measurement[] = [];
  for (const createWorkload of await workloadsOf(settings)) {
    const workload = createWorkload();
    tellProgress(`measuring ${workload.scenario}`);
    const known = SCENARIOS.find(({ name }) => name === workload.scenario);
    const peerMessages = settings.peerMessages ?? known?.peerMessages;
    measurements.push(await measure(workload, { ...settings, peerMessages }, createPeer));
  }
  return measurements;
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

const figureOf = ({ scenario, messages, messagesPerSecond, peer }: Measurement): Figure =>
  measured(`${scenario}, ${whole(messages)} messages`, messagesPerSecond, {
    show: whole,
    ...(peer && {
      beside: `${whole(peer.messagesPerSecond)}, ${PEER_NAME}: ${asTimes(peer.ratio)}`,
    }),
  });

function formatDisagreement({ scenario, peer }: Measurement): string[] {
  if (peer === undefined || peer.tradedLots === peer.tradedLotsHere) return [];
  const { tradedLotsHere, tradedLots } = peer;
  return [
    `${scenario}: perpetua traded ${tradedLotsHere} lots, the peer ${tradedLots}: one is wrong.`,
  ];
}
