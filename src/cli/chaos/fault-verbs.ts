/** The verbs of `perpetua chaos` about faults of the interface. */
import { formatDuration } from '../../domain/duration.ts';
import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import { FAULT_NAMES } from '../../gateway/faults/kinds.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { rowsOf, textOf } from '../operate/fields.ts';
import { tellAnswer, type Verb, type VerbResult } from '../operate/run-verbs.ts';

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

export const FAULT_FLAGS: readonly string[] = Object.keys(FIELDS);

export const FAULT_VERBS: readonly Verb[] = [
  {
    name: 'fault',
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
    name: 'faults',
    usage: 'faults',
    summary: 'shows the faults that are on',
    words: [0, 0],
    run: listFaults,
  },
  {
    name: 'mend',
    usage: 'mend FAULT|all',
    summary: 'ends a fault by its number, or all of them',
    words: [1, 1],
    run: async (ask, [fault]) => {
      const answer = await ask('POST', '/faults/end', { fault });
      return answer.isRefused ? tellAnswer(answer, formatFaults) : listFaults(ask);
    },
  },
];

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
