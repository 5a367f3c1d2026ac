/** `perpetua arena …`: contests of language models, which anyone can play again. */
import { type LoneVerb, runVerbs } from '../operate/run-verbs.ts';

const VERBS: readonly LoneVerb[] = [
  {
    usage: 'run ARENA.json --out FOLDER [--parallel N]',
    summary: 'ask every contestant in every market, and write the result',
    load: async () => (await import('./arena-verbs.ts')).runRunArena,
  },
  {
    usage: 'board FOLDER',
    summary: 'show the board of a result',
    load: async () => (await import('./arena-verbs.ts')).runArenaBoard,
  },
  {
    usage: 'replay FOLDER [--parallel N]',
    summary: 'play a result again from what was recorded, and compare every byte',
    load: async () => (await import('./arena-verbs.ts')).runReplay,
  },
  {
    usage: 'demo [--out FOLDER]',
    summary: 'play a whole arena without a network, in about a minute',
    load: async () => (await import('./arena-demo.ts')).runArenaDemo,
  },
  {
    usage: 'stand-in [--port N]',
    summary: 'an address that answers by simple rules, to try an arena without a model',
    load: async () => (await import('./run-stand-in.ts')).runStandIn,
  },
  {
    usage: 'seat',
    summary: 'bring a turn to a model, through the Model Context Protocol',
    load: async () => (await import('./run-seat.ts')).runSeat,
  },
];

export const runArena = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'arena',
      about:
        'Contests of language models: the same markets, words and turns for all of them.\n' +
        'The guide is docs/ARENA.md.',
      loneVerbs: VERBS,
    },
    args,
  );
