/** `perpetua market …`: the market behind a running venue. */
import { type LoneVerb, runVerbs, tellAnswer, type Verb } from '../operate/run-verbs.ts';
import { formatFeed, formatMarket, formatStatus } from './format-market.ts';

const change = (name: 'halt' | 'resume', summary: string): Verb => ({
  usage: `${name} SYMBOL`,
  summary,
  words: [1, 1],
  run: async (ask, [symbol = '']) =>
    tellAnswer(
      await ask('POST', `/contracts/${encodeURIComponent(symbol)}/${name}`, {}),
      formatStatus,
    ),
});

const VERBS: readonly Verb[] = [
  {
    usage: 'show',
    summary: 'prices, spread, depth, basis, funding, the feed, the house, chaos and both clocks',
    run: async (ask) => tellAnswer(await ask('GET', '/market'), formatMarket),
  },
  {
    usage: 'feed simulated|replay|live',
    summary: 'takes prices from this feed, continuing from the last price',
    words: [1, 1],
    run: async (ask, [kind]) => tellAnswer(await ask('POST', '/market/feed', { kind }), formatFeed),
  },
  change('halt', 'refuses new orders; cancels still work'),
  change('resume', 'orders are accepted again'),
];

const LONE_VERBS: readonly LoneVerb[] = [
  {
    usage: 'fingerprint --seed WORD --start-at TIME',
    summary: 'prints the hash of the entries that a seed and a start lead to',
    load: async () => (await import('./run-fingerprint.ts')).runFingerprint,
  },
];

export async function runMarket(args: string[]): Promise<number> {
  return runVerbs(
    {
      name: 'market',
      about: 'The market of a running venue; fingerprint needs none and has a --help.',
      verbs: VERBS,
      loneVerbs: LONE_VERBS,
    },
    args,
  );
}
