/** `perpetua chaos …`: a bad day on request, of the market or of the interface of a sandbox. */

import { formatDuration } from '../../domain/duration.ts';
import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { FAULT_NAMES } from '../../wire/fault-names.ts';
import { runVerbs, tellAnswer, type Verb, type VerbResult } from '../operate/run-verbs.ts';
import { formatUtc, rowsOf, textOf } from '../operate/tell.ts';

/** Chaos that can be given a length; the words after its name are these fields of the request. */
function bring(usage: string, fields: readonly string[], summary: string): Verb {
  const [name = ''] = usage.split(' ');
  return {
    usage: `${usage} [--for 10m]`,
    summary,
    words: [fields.length, fields.length],
    run: (ask, words, flags) => {
      const asked = Object.fromEntries(fields.map((field, at) => [field, words[at]]));
      return cause(ask, name, { ...asked, ...lasting(flags) });
    },
  };
}

/** Flags with a value, and the fields they fill. */
const FIELDS = {
  for: 'for',
  calls: 'calls',
  delay: 'delay',
  jitter: 'jitter',
  status: 'status',
  'retry-after': 'retryAfter',
  part: 'part',
} as const;

/** About faults of the interface. */
const FAULT_VERBS: readonly Verb[] = [
  {
    usage: 'fault KIND ACCOUNT|everyone [--for 30s] [--calls 3] [--delay 500ms] [--jitter 200ms]',
    summary:
      'the interface fails this account; it ends by itself, after a minute if nothing else is ' +
      `said. Kinds: ${FAULT_NAMES.join(', ')}. Also [--status 503] for server-error, ` +
      '[--retry-after 5] for rate-limit, [--part 0.5] for partial-fills',
    words: [2, 2],
    run: async (ask, [kind, account], flags) => {
      const answer = await ask('POST', '/faults', { kind, account, ...fieldsOf(flags) });
      return answer.isRefused ? tellAnswer(answer, formatFaults) : listFaults(ask);
    },
  },
  {
    usage: 'faults',
    summary: 'shows the faults that are on',
    run: listFaults,
  },
  {
    usage: 'mend FAULT|all',
    summary: 'ends a fault by its number, or all of them',
    words: [1, 1],
    run: async (ask, [fault]) => {
      const answer = await ask('POST', '/faults/end', { fault });
      return answer.isRefused ? tellAnswer(answer, formatFaults) : listFaults(ask);
    },
  },
];

const VERBS: readonly Verb[] = [
  {
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
  bring('regime calm|up|down|stress', ['regime'], 'simulated prices behave like this'),
  bring(
    'thin SYMBOL|all 0.1',
    ['symbol', 'depth'],
    'the house offers only this part of its size; 0 is an empty book',
  ),
  bring('one-sided SYMBOL|all bids|asks', ['symbol', 'only'], 'the house quotes only this side'),
  bring(
    'funding SYMBOL|all -0.05%',
    ['symbol', 'rate'],
    'the crowd pays a premium that leads to this funding rate',
  ),
  bring('basis SYMBOL|all 0.5%', ['symbol', 'basis'], 'the price stays this far from the index'),
  bring('outage SYMBOL|all', ['symbol'], 'the index stops; after 30 seconds it is stale'),
  bring('halt SYMBOL|all', ['symbol'], 'refuses new orders; cancels still work'),
  {
    usage: 'resume SYMBOL|all',
    summary: 'orders are accepted again',
    words: [1, 1],
    run: (ask, [symbol]) => cause(ask, 'resume', { symbol }),
  },
  {
    usage: 'calm',
    summary: 'ends all chaos and all faults; prices stay where they are',
    run: (ask) => cause(ask, 'calm', {}),
  },
  {
    usage: 'list',
    summary: 'shows the chaos in effect',
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
      values: ['over', ...Object.keys(FIELDS)],
    },
    args,
  );

const cause = async (ask: AskAdmin, path: string, body: object): Promise<VerbResult> =>
  tellAnswer(await ask('POST', `/chaos/${path}`, body), formatChaos);

function lasting({ values }: Flags): object {
  const length = values.get('for');
  return length === undefined ? {} : { for: length };
}

const fieldsOf = ({ values }: Flags): object =>
  Object.fromEntries(
    Object.entries(FIELDS).flatMap(([flag, field]) => {
      const value = values.get(flag);
      return value === undefined ? [] : [[field, value]];
    }),
  );

async function listFaults(ask: AskAdmin): Promise<VerbResult> {
  return tellAnswer(await ask('GET', '/faults'), formatFaults);
}

function formatFaults(body: unknown): string[] {
  const rows = rowsOf(body);
  if (rows.length === 0) return ['No fault is on.'];
  const cells = rows.map(({ id, what, account, leftMillis, callsLeft, hits }) => [
    textOf(id),
    textOf(what),
    textOf(account),
    formatDuration(Math.ceil(Number(leftMillis) / 1_000) * 1_000),
    callsLeft === null ? '' : textOf(callsLeft),
    textOf(hits),
  ]);
  return formatTable(['fault', 'what', 'account', 'ends in', 'or after', 'met by'], cells);
}

/** The chaos in effect. */
export function formatChaos(body: unknown): string[] {
  const rows = rowsOf(body);
  if (rows.length === 0) return ['No chaos is on.'];
  const cells = rows.map(({ kind, what, symbols, since, until }) => [
    textOf(kind),
    textOf(what),
    placesText(symbols),
    formatUtc(since),
    until === null ? 'calm' : formatUtc(until),
  ]);
  return formatTable(['chaos', 'what', 'contracts', 'since (venue)', 'until (venue)'], cells);
}

/** A longer list would push the rest off the screen. */
const SHOWN = 3;

function placesText(symbols: unknown): string {
  if (!Array.isArray(symbols)) return '';
  return symbols.length > SHOWN ? `${symbols.length} contracts` : symbols.join(' ');
}
