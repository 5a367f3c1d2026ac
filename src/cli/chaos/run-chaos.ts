/** `perpetua chaos …`: a bad day on request, for the market of a sandbox that is running. */
import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { runVerbs, type Told, tell, type Verb } from '../operate/run-verbs.ts';
import { formatChaos } from './format-chaos.ts';

const FOR = '[--for 10m]';

const VERBS: readonly Verb[] = [
  {
    name: 'shock',
    usage: 'shock SYMBOL|all -10% [--over 5m]',
    summary: 'the index moves by so much, at once or in the time given, and stays there',
    words: [2, 2],
    run: async (ask, [symbol, change], { values }) => {
      const over = values.get('over');
      const wanted = { symbol, change, ...(over === undefined ? {} : { over }) };
      const told = await cause(ask, 'shock', wanted);
      // What happened at once is over before the list is made.
      if ('fault' in told || over !== undefined) return told;
      return { lines: [`Done: ${symbol} ${change}.`, ...told.lines] };
    },
  },
  {
    name: 'regime',
    usage: `regime calm|up|down|stress ${FOR}`,
    summary: 'simulated prices are in this mood',
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
    name: 'outage',
    usage: `outage SYMBOL|all ${FOR}`,
    summary: 'the index is silent; it is stale after 30 seconds',
    words: [1, 1],
    run: (ask, [symbol], flags) => cause(ask, 'outage', { symbol, ...lasting(flags) }),
  },
  {
    name: 'halt',
    usage: `halt SYMBOL|all ${FOR}`,
    summary: 'no new orders; cancels go on',
    words: [1, 1],
    run: (ask, [symbol], flags) => cause(ask, 'halt', { symbol, ...lasting(flags) }),
  },
  {
    name: 'resume',
    usage: 'resume SYMBOL|all',
    summary: 'orders are taken again',
    words: [1, 1],
    run: (ask, [symbol]) => cause(ask, 'resume', { symbol }),
  },
  {
    name: 'calm',
    usage: 'calm',
    summary: 'ends all of it; prices stay where they are',
    words: [0, 0],
    run: (ask) => cause(ask, 'calm', {}),
  },
  {
    name: 'list',
    usage: 'list',
    summary: 'what is on',
    words: [0, 0],
    run: async (ask) => tell(await ask('GET', '/chaos'), formatChaos),
  },
];

export const runChaos = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'chaos',
      about: 'Only in a sandbox. Lengths are in venue time. Chaos ends when the venue stops.',
      verbs: VERBS,
      values: ['for', 'over'],
    },
    args,
  );

const cause = async (ask: AskAdmin, path: string, body: object): Promise<Told> =>
  tell(await ask('POST', `/chaos/${path}`, body), formatChaos);

function lasting({ values }: Flags): object {
  const length = values.get('for');
  return length === undefined ? {} : { for: length };
}
