/** The organiser's verbs for teams. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { many } from '../../domain/many.ts';
import type { AskAnswer } from '../../gateway/admin/admin-client.ts';
import { claimRow, readTeams } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { misused, tellAnswer, type VerbResult } from '../operate/run-verbs.ts';
import {
  fieldsOf,
  formatFacts,
  numberOf,
  rowsOf,
  tellFields,
  tellRows,
  textOf,
} from '../operate/tell.ts';
import { LIST_USAGE, tellList } from './tell-season.ts';
import type { CompetitionVerb, VerbParts } from './verb.ts';

const COLUMNS = ['id', 'team', 'state', 'account', 'members', 'contact', 'addresses', 'reason'];

export const TEAM_VERBS: readonly CompetitionVerb[] = [
  {
    usage: `registrations [--state registered|approved|rejected|withdrawn] ${LIST_USAGE}`,
    summary: 'teams that applied; sorted by applied, team or account',
    run: (parts) => tellList(parts, 'teams', '/competition/registrations', COLUMNS),
  },
  {
    usage: 'import FILE.csv --claims FILE.csv',
    summary: 'enter the teams of a file; their claims, shown once, are written to the other',
    run: importTeams,
  },
  {
    usage: 'approve ID | approve --all',
    summary: 'open its account and key with the allowlist; the team then collects its credentials',
    run: async (parts) =>
      parts.flags.switches.has('all') ? approveAll(parts) : decide(parts, 'approve', {}),
  },
  {
    usage: 'reject ID --reason TEXT',
    summary: 'turn a team down',
    run: (parts) => decideFor(parts, 'reject'),
  },
  {
    usage: 'withdraw ID --reason TEXT',
    summary: 'take a team out, before the start',
    run: (parts) => decideFor(parts, 'withdraw'),
  },
  {
    usage: 'issue ID',
    summary: 'new credentials for a team that lost its own, shown once',
    run: (parts) => decide(parts, 'issue', {}),
  },
  {
    usage: `qualification ${LIST_USAGE}`,
    summary: 'what each team has shown in the test phase; sorted by team, account or shown',
    run: (parts) =>
      tellList(parts, 'qualification', '/competition/qualification', [
        ...['account', 'team', 'qualified', 'missing'],
      ]),
  },
  {
    usage: 'ai-logs --account ID [--order ID] | ai-logs --missing [--account ID]',
    summary: 'decision logs, or the orders without one',
    run: runLogs,
  },
];

function queryOf({ values }: VerbParts['flags']): string {
  const query = new URLSearchParams();
  for (const name of ['after', 'limit', 'account']) {
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
  const older = answer.isRefused ? 0 : numberOf(fieldsOf(answer.body)['older']);
  if ('fault' in told || older === 0) return told;
  const lines = [`${older} older orders without a log in time are counted only`, ...told.lines];
  return { ...told, lines };
}

async function decide(parts: VerbParts, verb: Decision, body: object): Promise<VerbResult> {
  const { ask, flags, command } = parts;
  const [id] = flags.words;
  if (id === undefined) return misused(`${verb} needs the id of a registration`);
  const path = `/competition/registrations/${encodeURIComponent(id)}`;
  const answer = await ask('POST', `${path}/${verb}`, body);
  if (answer.isRefused) return tellFields(answer);
  const found = await ask('GET', path);
  const team = found.isRefused ? id : textOf(fieldsOf(found.body)['team']);
  return tellAnswer(answer, (told) => DECIDED[verb](team, told, command));
}

type Decision = 'approve' | 'reject' | 'withdraw' | 'issue';

const DECIDED: Readonly<
  Record<Decision, (team: string, told: unknown, command: VerbParts['command']) => string[]>
> = {
  approve: (team, told, command) => [
    `${team} is approved: it has account ${textOf(fieldsOf(told)['account'])} and a key.`,
    'It collects its credentials with its claim token, and then qualifies.',
    `Next: see who can trade: ${command('competition qualification')}`,
  ],
  reject: (team) => [`${team} is rejected.`],
  withdraw: (team) => [`${team} is out of the season, and its key no longer works.`],
  issue: (team, told) => [
    `New credentials of ${team}, shown this once; the old ones no longer work.`,
    ...formatFacts(Object.entries(fieldsOf(told)).map(([name, value]) => [name, textOf(value)])),
  ],
};

async function decideFor(parts: VerbParts, verb: 'reject' | 'withdraw'): Promise<VerbResult> {
  const reason = parts.flags.values.get('reason');
  if (reason === undefined) return misused(`${verb} needs --reason`);
  return decide(parts, verb, { reason });
}

const PAGE = 100;

/**
 * Approves one after the other. A team that cannot be approved is named, and the others continue.
 */
async function approveAll({ ask, command, progress }: VerbParts): Promise<VerbResult> {
  const approved: string[] = [];
  const refused = new Map<string, string>();
  for (;;) {
    const page = await ask('GET', `/competition/registrations?state=registered&limit=${PAGE}`);
    if (page.isRefused) return tellFields(page);
    const rows = rowsOf(fieldsOf(page.body)['rows']).filter(({ id }) => !refused.has(textOf(id)));
    if (rows.length === 0) break;
    for (const { id, team } of rows) {
      const answer = await ask('POST', `/competition/registrations/${textOf(id)}/approve`, {});
      if (answer.isRefused) refused.set(textOf(id), `${textOf(team)}: ${answer.message}`);
      else approved.push(textOf(team));
      progress.tell(() => `approving: ${approved.length} so far, ${textOf(team)}`);
    }
  }
  const next = `Next: see who can trade: ${command('competition qualification')}`;
  return {
    body: { approved, refused: [...refused.values()] },
    lines: [
      `${many(approved.length, 'team is', 'teams are')} approved.`,
      ...[...refused.values()].map((fault) => `Not approved: ${fault}`),
      ...(approved.length === 0 ? [] : [next]),
    ],
  };
}

/** Whoever has a claim can collect the credentials of its team. */
const OWNER_ONLY = 0o600;

/** A row that is refused is named, and the others continue. */
export async function importTeams(parts: VerbParts): Promise<VerbResult> {
  const { ask, flags, command, progress, baseUrl } = parts;
  const [file] = flags.words;
  const claimsFile = flags.values.get('claims');
  if (file === undefined || !existsSync(file)) return misused('import needs a CSV file of teams');
  if (claimsFile === undefined || existsSync(claimsFile))
    return misused('import needs --claims with the name of a new file: claims are shown once');
  const teams = readTeams(readFileSync(file, 'utf8'));
  if ('missing' in teams) return misused(`${file} has no column ${teams.missing}`);
  const claims: object[] = [];
  const refused: string[] = [];
  for (const team of teams) {
    const answer = await ask('POST', '/competition/registrations', team);
    if (answer.isRefused) refused.push(`${team.team}: ${answer.message}`);
    else {
      const { registrationId, claimToken } = fieldsOf(answer.body);
      const entered = {
        registrationId: textOf(registrationId),
        claimToken: textOf(claimToken),
      };
      claims.push(claimRow(team, entered, baseUrl));
      // After each, so that none is lost if the rest is interrupted.
      writeFileSync(claimsFile, csvOf(claims), { mode: OWNER_ONLY });
    }
    progress.tell(() => `entering teams: ${claims.length} of ${teams.length}`);
  }
  const next = [
    `Their claims are in ${claimsFile}: give each team its own.`,
    `Next: approve those that wait: ${command('competition approve --all')}`,
  ];
  return {
    body: { entered: claims.length, refused },
    lines: [
      `${claims.length} of ${many(teams.length, 'team is', 'teams are')} entered.`,
      ...refused.map((fault) => `Not entered: ${fault}`),
      ...(claims.length === 0 ? [] : next),
    ],
  };
}
