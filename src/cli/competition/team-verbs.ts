/** The organiser's verbs for teams. */

import type { AskAdmin, AskAnswer } from '../../gateway/admin/admin-client.ts';
import type { VerbResult } from '../operate/run-verbs.ts';
import { type CompetitionVerb, listIn, tellFields, tellRows, type VerbParts } from './verb.ts';

const COLUMNS = ['id', 'team', 'state', 'account', 'members', 'contact', 'addresses', 'reason'];

export const TEAM_VERBS: readonly CompetitionVerb[] = [
  {
    name: 'registrations',
    usage: 'registrations [--state registered|approved|rejected|withdrawn] [--after N] [--limit N]',
    summary: 'teams that applied',
    run: async ({ ask, flags }) =>
      tellRows(await ask('GET', `/competition/registrations${queryOf(flags)}`), COLUMNS),
  },
  {
    name: 'approve',
    usage: 'approve ID | approve --all',
    summary: 'open its account and key with the allowlist; the team then collects its credentials',
    run: async (parts) =>
      parts.flags.switches.has('all') ? approveAll(parts.ask) : decide(parts, 'approve', {}),
  },
  {
    name: 'reject',
    usage: 'reject ID --reason TEXT',
    summary: 'turn a team down',
    run: (parts) => decideFor(parts, 'reject'),
  },
  {
    name: 'withdraw',
    usage: 'withdraw ID --reason TEXT',
    summary: 'take a team out, before the start',
    run: (parts) => decideFor(parts, 'withdraw'),
  },
  {
    name: 'issue',
    usage: 'issue ID',
    summary: 'new credentials for a team that lost its own, shown once',
    run: (parts) => decide(parts, 'issue', {}),
  },
  {
    name: 'qualification',
    usage: 'qualification [--after N] [--limit N]',
    summary: 'what each team has shown in the test phase, and what is missing',
    run: async ({ ask, flags }) =>
      tellRows(await ask('GET', `/competition/qualification${queryOf(flags)}`), [
        'account',
        'team',
        'qualified',
        'missing',
      ]),
  },
  {
    name: 'ai-logs',
    usage: 'ai-logs --account ID [--order ID] | ai-logs --missing [--account ID]',
    summary: 'decision logs, or the orders without one',
    run: runLogs,
  },
];

function queryOf({ values }: VerbParts['flags']): string {
  const query = new URLSearchParams();
  for (const name of ['state', 'after', 'limit', 'account']) {
    const value = values.get(name);
    if (value !== undefined) query.set(name, value);
  }
  const order = values.get('order');
  if (order !== undefined) query.set('orderId', order);
  return query.size === 0 ? '' : `?${query}`;
}

async function runLogs({ ask, flags }: VerbParts): Promise<VerbResult> {
  if (!flags.switches.has('missing'))
    return tellRows(await ask('GET', `/competition/ai-logs${queryOf(flags)}`), [
      'at',
      'order',
      'stage',
      'model',
      'explanation',
    ]);
  const answer = await ask('GET', `/competition/ai-logs/missing${queryOf(flags)}`);
  return flags.values.has('account')
    ? withOlder(tellRows(answer, ['order', 'placedAt', 'loggedAt']), answer)
    : tellRows(answer, ['account', 'team', 'missing']);
}

/** The venue lists only the newest; a line before them counts the older ones. */
function withOlder(told: VerbResult, answer: AskAnswer): VerbResult {
  const older = answer.isRefused ? 0 : Number(Object(answer.body).older ?? 0);
  if ('fault' in told || older === 0) return told;
  return { lines: [`${older} older orders without a log in time are counted only`, ...told.lines] };
}

async function decide({ ask, flags }: VerbParts, verb: string, body: object): Promise<VerbResult> {
  const [id] = flags.words;
  if (id === undefined) return { fault: `${verb} needs the id of a registration` };
  const path = `/competition/registrations/${encodeURIComponent(id)}/${verb}`;
  return tellFields(await ask('POST', path, body));
}

async function decideFor(parts: VerbParts, verb: string): Promise<VerbResult> {
  const reason = parts.flags.values.get('reason');
  if (reason === undefined) return { fault: `${verb} needs --reason` };
  return decide(parts, verb, { reason });
}

const PAGE = 100;

/**
 * Approves one after the other. A team that cannot be approved is named, and the others continue.
 */
async function approveAll(ask: AskAdmin): Promise<VerbResult> {
  let approved = 0;
  const faults: string[] = [];
  for (;;) {
    const skip = new Set(faults.map((fault) => fault.split(' ')[0] ?? ''));
    const page = await ask('GET', `/competition/registrations?state=registered&limit=${PAGE}`);
    if (page.isRefused) return { fault: page.message };
    const ids = listIn(page.body, 'rows')
      .map((row) => String(new Map<string, unknown>(Object.entries(Object(row))).get('id')))
      .filter((id) => !skip.has(id));
    if (ids.length === 0) break;
    for (const id of ids) {
      const answer = await ask('POST', `/competition/registrations/${id}/approve`, {});
      if (answer.isRefused) faults.push(`${id} ${answer.message}`);
      else approved += 1;
    }
  }
  return { lines: [`${approved} approved`, ...faults] };
}
