/** The words of `perpetua lives`: what they ask for, and the command for one life again. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DRAWN } from '../../assembly/settings.ts';
import { findDuration } from '../../domain/duration.ts';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { countOf, Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { SPEED_MAX } from '../../venue/clock.ts';
import { parseParameters, type Variant } from '../../verdict/variants.ts';
import { parseMoment } from '../competition/parse-moment.ts';

/** What all lives have in common, and their seeds. */
export type LivesChoice = Readonly<ReturnType<typeof readChoice>>;

export const LIVES_HELP = `Usage: perpetua lives --bot "COMMAND" [options] [-- settings of venues]

Runs a program against many markets. Each life is a venue of its own with its
own seed, and one run of the program, which finds the address in PERPETUA_URL,
the keys in API_KEY, SECRET_KEY and PASSPHRASE, and its seed in LIFE_SEED. Venue
time waits for the program, which lets it pass with POST /sandbox/time/step. A
program that sleeps instead needs --speed. At the end of a life the program gets
SIGTERM.

  --bot COMMAND       the program, as one would type it
  --seeds N           how many lives (default 100)
  --hours H           venue time of each (default 24)
  --speed N           time runs by itself, this many times as fast as the wall
                      clock
  --start-at TIME     venue time at which each begins (default
                      2026-01-05T00:00:00Z)
  --wallet USDT       what the account starts with (default 10000)
  --seed-prefix WORD  the seeds are WORD-1, WORD-2 and so on (default life)
  --seed WORD         one life with this seed; what the program says is shown
  --tapes FILE,FILE   lives on these recordings, one on each; with --judge
                      N the last N of them have no part in the choice
  --only BTC,ETH      these contracts alone: one is about four times as fast as
                      all eight
  --parallel N        lives at the same time (default: one for each core)
  --patience TIME     how long a program may take between two steps (default
                      60s)
  --vary NAME=A,B …   live each seed with every combination of these values,
                      which reach the program as variables of its environment,
                      and where its command has {NAME}; further names follow
  --judge N           judge the chosen variant on so many further seeds
  --resume            go on with the interrupted run in the folder: lives that
                      came to no end are lived, and what failed stays failed
  --against FOLDER    compare with the run in that folder, on the same seeds
  --out FOLDER        where report.html goes, and everything as data (default
                      lives)
  --json, --csv       print that instead of a table

perpetua lives open FOLDER --at LIFE:TRADE opens the venue right before a trade.

Example: npx perpetua lives --bot "node bot.mjs" --seeds 20 --hours 24`;

const USUAL = {
  seeds: 100,
  hours: 24,
  wallet: 10_000,
  startAt: '2026-01-05T00:00:00Z',
  prefix: 'life',
  patience: '60s',
  out: 'lives',
} as const;

const PRINTED = ['json', 'csv'] as const;
const SEEDS_MAX = 10_000;
const HOURS_MAX = 744;
const WALLET_MAX = 1_000_000_000;
const PARALLEL_MAX = 256;
/** As the setting of a venue takes them, with room for a number. */
const PREFIX = /^\S{1,58}$/;
const SEED = /^\S{1,64}$/;

export function readChoice(flags: Flags) {
  const { values, switches, rest: settings } = flags;
  const bot = values.get('bot');
  if (bot === undefined) throw new Misunderstood('--bot "COMMAND" says which program to run');
  if (PRINTED.every((name) => switches.has(name)))
    throw new Misunderstood('--json or --csv, not both');
  const hours = values.get('hours') ?? String(USUAL.hours);
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(hours) || Number(hours) === 0 || Number(hours) > HOURS_MAX)
    throw new Misunderstood(`--hours is a number above 0, at most ${HOURS_MAX}, not ${hours}`);
  const startAt = values.get('start-at') ?? USUAL.startAt;
  if (parseMoment(startAt, 0) === undefined || !startAt.endsWith('Z'))
    throw new Misunderstood(`--start-at is a time such as ${USUAL.startAt}, not ${startAt}`);
  if (settings.some((word) => /^--tape(?:=|$)/.test(word)))
    throw new Misunderstood('one recording is one life: --tapes FILE,FILE has each for its own');
  const patience = values.get('patience') ?? USUAL.patience;
  const patienceMillis = findDuration(patience);
  if (patienceMillis === undefined)
    throw new Misunderstood(`--patience is a length of time such as 60s or 5m, not ${patience}`);
  const printed = PRINTED.find((name) => switches.has(name));
  return {
    bot,
    seeds: seedsOf(flags),
    /** Whether the seeds are recordings: each life is played on one. */
    isTape: values.has('tapes'),
    /** One life by its own seed, as it is replayed: its owner wants to see what the bot says. */
    isReplay: values.has('seed'),
    hours: Number(hours),
    speed: values.has('speed') ? countOf(flags, 'speed', 1, SPEED_MAX) : null,
    startAt,
    wallet: countOf(flags, 'wallet', USUAL.wallet, WALLET_MAX),
    parallel: countOf(flags, 'parallel', availableParallelism(), PARALLEL_MAX),
    patienceMillis,
    out: values.get('out') ?? USUAL.out,
    /** The folder of another run to compare with. */
    against: values.get('against'),
    ...sweepOf(flags),
    /** Whether lives that are there already are taken as they are. */
    isResumed: switches.has('resume'),
    /** A table for people if left out. */
    printed,
    /** The contracts by their base, such as BTC; all that are shipped if empty. */
    only: onlyOf(values.get('only')),
    /** Further settings of every venue. */
    settings,
  };
}

/** What a sweep varies, and the seeds that judge what it chose; empty where there are none. */
function sweepOf(flags: Flags) {
  const { values, words } = flags;
  const first = values.get('vary');
  const [stray] = words;
  if (first === undefined && stray !== undefined)
    throw new Misunderstood(`"${stray}" is not understood here`);
  if (first === undefined && values.has('judge'))
    throw new Misunderstood('--judge is for the variant that --vary leads to');
  if (first === undefined) return { parameters: [], judgeSeeds: [] };
  const parameters = parseParameters([first, ...words]);
  if (typeof parameters === 'string') throw new Misunderstood(parameters);
  if (
    values.has('seed') &&
    (values.has('judge') || parameters.some(({ values: { length } }) => length > 1))
  )
    throw new Misunderstood('--seed is one life: --vary with one value for each name, no --judge');
  const count = countOf(flags, 'seeds', USUAL.seeds, SEEDS_MAX);
  const more = judgedIn(flags);
  if (values.has('tapes'))
    return { parameters, judgeSeeds: more === 0 ? [] : tapesIn(flags).slice(-more) };
  const prefix = values.get('seed-prefix') ?? USUAL.prefix;
  const judgeSeeds = Array.from({ length: more }, (_, at) => `${prefix}-${count + at + 1}`);
  return { parameters, judgeSeeds };
}

/** How many further seeds the choice of a sweep is judged on. */
const judgedIn = (flags: Flags): number =>
  flags.values.has('judge') ? countOf(flags, 'judge', 1, SEEDS_MAX) : 0;

/** The recordings, in the order of their days. */
function tapesIn({ values }: Flags): string[] {
  const paths = (values.get('tapes') ?? '').split(',').filter((path) => path !== '');
  if (paths.length === 0 || new Set(paths).size < paths.length)
    throw new Misunderstood('--tapes has files with commas between them, each once');
  for (const name of ['seed', 'seeds', 'seed-prefix'])
    if (values.has(name)) throw new Misunderstood(`--tapes has a life for each: without --${name}`);
  return paths;
}

function seedsOf(flags: Flags): readonly string[] {
  const { values } = flags;
  const count = countOf(flags, 'seeds', USUAL.seeds, SEEDS_MAX);
  if (values.has('tapes')) {
    const chosen = tapesIn(flags).slice(0, -judgedIn(flags) || undefined);
    if (chosen.length > 0) return chosen;
    throw new Misunderstood('--judge leaves no recording to choose on');
  }
  const one = values.get('seed');
  if (one !== undefined) {
    if (values.has('seeds') || values.has('seed-prefix'))
      throw new Misunderstood('--seed is one life: without --seeds and --seed-prefix');
    if (!SEED.test(one) || one === DRAWN)
      throw new Misunderstood(`--seed is a word of 1 to 64 characters, and not "${DRAWN}"`);
    return [one];
  }
  const prefix = values.get('seed-prefix') ?? USUAL.prefix;
  if (!PREFIX.test(prefix))
    throw new Misunderstood('--seed-prefix is a word of 1 to 58 characters');
  return Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);
}

/** In the order of the table of contracts. */
function onlyOf(text: string | undefined): string[] {
  if (text === undefined) return [];
  const known = readContractRows().map(({ base }) => base);
  const wanted = text.split(',').map((base) => base.trim().toUpperCase());
  const unknown = wanted.find((base) => !known.includes(base));
  if (unknown !== undefined)
    throw new Misunderstood(`--only is some of ${known.join(',')}; there is no "${unknown}"`);
  return known.filter((base) => wanted.includes(base));
}

/**
 * The whole command for one life, with everything that its result depends on. It has a folder of
 * its own: the report that names it stays.
 */
export const replayCommand = (choice: LivesChoice, seed: string, variant: Variant): string =>
  formatCommand(
    {
      ...choice,
      out: join(choice.out, 'again'),
      parameters: Array.from(variant, ([name, value]) => ({ name, values: [value] })),
    },
    [choice.isTape ? '--tapes' : '--seed', shellWord(seed)],
  );

/** The whole command for all of them. */
export const commandOf = (choice: LivesChoice): string =>
  formatCommand(choice, [
    ...(choice.isTape
      ? ['--tapes', shellWord([...choice.seeds, ...choice.judgeSeeds].join())]
      : seedWords(choice.seeds)),
    ...(choice.judgeSeeds.length === 0 ? [] : ['--judge', String(choice.judgeSeeds.length)]),
  ]);

function seedWords(seeds: readonly string[]): string[] {
  const prefix = /^(\S+)-1$/.exec(seeds[0] ?? '')?.[1] ?? '';
  return seeds.length === 1 || prefix === ''
    ? ['--seed', shellWord(seeds[0] ?? '')]
    : ['--seeds', String(seeds.length), '--seed-prefix', shellWord(prefix)];
}

function formatCommand(choice: LivesChoice, seedFlags: readonly string[]): string {
  const { bot, hours, startAt, wallet, speed, only, settings, parameters, isTape, out } = choice;
  const vary = parameters.map(({ name, values }) => shellWord(`${name}=${values.join()}`));
  return [
    'npx perpetua lives',
    ...['--bot', shellWord(bot), ...seedFlags, '--hours', String(hours)],
    ...(isTape ? [] : ['--start-at', startAt]),
    ...['--wallet', String(wallet)],
    ...(speed === null ? [] : ['--speed', String(speed)]),
    ...(only.length === 0 ? [] : ['--only', only.join()]),
    ...(out === USUAL.out ? [] : ['--out', shellWord(out)]),
    ...(vary.length === 0 ? [] : ['--vary', ...vary]),
    ...(settings.length === 0 ? [] : ['--', ...settings.map(shellWord)]),
  ].join(' ');
}

/** As a shell reads it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
