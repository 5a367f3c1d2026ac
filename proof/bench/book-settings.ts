/** The options of `perpetua bench book`. */
import { findValues } from '../../src/terminal/flags.ts';
import { COMMON_OPTIONS, isCount } from './bench-options.ts';
import { PEER_NAME } from './peer.ts';
import { SCENARIOS } from './scenario.ts';

export interface BookSettings {
  readonly messages: number;
  readonly rounds: number;
  readonly seed: number;
  readonly peer: boolean;
  readonly json: boolean;
  readonly peerMessages: number | undefined;
  readonly scenario: string | undefined;
  readonly save: string | undefined;
  readonly load: string | undefined;
}

const NAMES = SCENARIOS.map(({ name }) => name);

export const HELP = `Usage: perpetua bench book [options]

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

const OPTIONS = {
  ...COMMON_OPTIONS,
  scenario: { type: 'string' },
  messages: { type: 'string', default: '2000000' },
  rounds: { type: 'string', default: '3' },
  'peer-messages': { type: 'string' },
  'no-peer': { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  save: { type: 'string' },
  load: { type: 'string' },
} as const;

/** Undefined if the options make no sense; the caller shows the help. */
export function findBookSettings(args: string[]): BookSettings | undefined {
  const values = findValues(args, OPTIONS);
  if (values === undefined || values.help || values.quick) return undefined;
  const { scenario, save, load, json } = values;
  const [messages = 0, rounds = 0, seed = 0, peerMessages] = [
    values.messages,
    values.rounds,
    values.seed,
    values['peer-messages'],
  ].map((word) => (word === undefined ? undefined : Number(word)));
  if (![messages, rounds, seed, peerMessages ?? 1].every(isCount)) return undefined;
  if (scenario !== undefined && !NAMES.includes(scenario)) return undefined;
  if (save !== undefined && scenario === undefined) return undefined;
  const peer = !values['no-peer'];
  return { messages, rounds, peerMessages, seed, peer, json, scenario, save, load };
}
