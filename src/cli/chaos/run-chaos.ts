/** `perpetua chaos …`: a bad day on request, of the market or of the interface of a sandbox. */
import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { runVerbs, tellAnswer, type Verb, type VerbResult } from '../operate/run-verbs.ts';
import { FAULT_FLAGS, FAULT_VERBS } from './fault-verbs.ts';
import { formatChaos } from './format-chaos.ts';

const FOR = '[--for 10m]';

const VERBS: readonly Verb[] = [
  {
    name: 'shock',
    usage: 'shock SYMBOL|all -10% [--over 5m]',
    summary: 'moves the index by this much, at once or over a time, and leaves it there',
    words: [2, 2],
    run: async (ask, [symbol, change], { values }) => {
      const over = values.get('over');
      const wanted = { symbol, change, ...(over === undefined ? {} : { over }) };
      const told = await cause(ask, 'shock', wanted);
      // A shock without a duration is over before the list is made.
      if ('fault' in told || over !== undefined) return told;
      return { ...told, lines: [`Done: ${symbol} ${change}.`, ...told.lines] };
    },
  },
  {
    name: 'regime',
    usage: `regime calm|up|down|stress ${FOR}`,
    summary: 'simulated prices behave like this',
    words: [1, 1],
    run: (ask, [regime], flags) => cause(ask, 'regime', { regime, ...lasting(flags) }),
  },
  {
    name: 'thin',
    usage: `thin SYMBOL|all 0.1 ${FOR}`,
    summary: 'the house offers only this part of its size; 0 is an empty book',
    words: [2, 2],
    run: (ask, [symbol, depth], flags) => cause(ask, 'thin', { symbol, depth, ...lasting(flags) }),
  },
  {
    name: 'one-sided',
    usage: `one-sided SYMBOL|all bids|asks ${FOR}`,
    summary: 'the house quotes only this side',
    words: [2, 2],
    run: (ask, [symbol, only], flags) =>
      cause(ask, 'one-sided', { symbol, only, ...lasting(flags) }),
  },
  {
    name: 'funding',
    usage: `funding SYMBOL|all -0.05% ${FOR}`,
    summary: 'the crowd pays a premium that leads to this funding rate',
    words: [2, 2],
    run: (ask, [symbol, rate], flags) => cause(ask, 'funding', { symbol, rate, ...lasting(flags) }),
  },
  {
    name: 'basis',
    usage: `basis SYMBOL|all 0.5% ${FOR}`,
    summary: 'the price stays this far from the index',
    words: [2, 2],
    run: (ask, [symbol, basis], flags) => cause(ask, 'basis', { symbol, basis, ...lasting(flags) }),
  },
  {
    name: 'outage',
    usage: `outage SYMBOL|all ${FOR}`,
    summary: 'the index stops; after 30 seconds it is stale',
    words: [1, 1],
    run: (ask, [symbol], flags) => cause(ask, 'outage', { symbol, ...lasting(flags) }),
  },
  {
    name: 'halt',
    usage: `halt SYMBOL|all ${FOR}`,
    summary: 'refuses new orders; cancels still work',
    words: [1, 1],
    run: (ask, [symbol], flags) => cause(ask, 'halt', { symbol, ...lasting(flags) }),
  },
  {
    name: 'resume',
    usage: 'resume SYMBOL|all',
    summary: 'orders are accepted again',
    words: [1, 1],
    run: (ask, [symbol]) => cause(ask, 'resume', { symbol }),
  },
  {
    name: 'calm',
    usage: 'calm',
    summary: 'ends all chaos and all faults; prices stay where they are',
    words: [0, 0],
    run: (ask) => cause(ask, 'calm', {}),
  },
  {
    name: 'list',
    usage: 'list',
    summary: 'shows the chaos in effect',
    words: [0, 0],
    run: async (ask) => tellAnswer(await ask('GET', '/chaos'), formatChaos),
  },
  ...FAULT_VERBS,
];

export const runChaos = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'chaos',
      about:
        'Only in a sandbox. SYMBOL is that of a contract, or its coin. Chaos lasts in ' +
        'venue time, faults in real time. Both end when the venue stops.',
      verbs: VERBS,
      values: ['over', ...FAULT_FLAGS],
    },
    args,
  );

const cause = async (ask: AskAdmin, path: string, body: object): Promise<VerbResult> =>
  tellAnswer(await ask('POST', `/chaos/${path}`, body), formatChaos);

function lasting({ values }: Flags): object {
  const length = values.get('for');
  return length === undefined ? {} : { for: length };
}
