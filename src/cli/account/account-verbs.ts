/**
 * The verbs of `perpetua account`. Each sends a request to the admin server and prints the answer.
 */

import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { VerbResult } from '../operate/run-verbs.ts';

/** Also hands back the credentials that were issued, so that the caller can save them. */
export type IssuedResult = VerbResult & { readonly issued?: unknown };

export interface AccountVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly run: (ask: AskAdmin, flags: Flags) => Promise<IssuedResult>;
}

export const ACCOUNT_VERBS: readonly AccountVerb[] = [
  {
    name: 'create',
    usage: 'create --name NAME [--deposit 10000] [--save]',
    summary:
      'open an account with a key and a first deposit, in a sandbox 10,000 USDT by default; ' +
      '--save adds it to credentials.json',
    run: async (ask, { values }) => {
      const name = values.get('name');
      if (name === undefined) return { fault: 'create needs --name' };
      const deposit = values.get('deposit');
      const wanted = deposit === undefined ? { name } : { name, deposit };
      return showIssued(await ask('POST', '/accounts', wanted));
    },
  },
  {
    name: 'list',
    usage: 'list',
    summary: 'every account with its role, status and money',
    run: async (ask) =>
      showRows(await ask('GET', '/accounts'), [
        'accountId',
        'name',
        'role',
        'status',
        'wallet',
        'frozen',
      ]),
  },
  {
    name: 'fund',
    usage: 'fund --account ID --amount 500',
    summary: 'add money',
    run: (ask, flags) => change(ask, flags, 'fund', 'amount'),
  },
  {
    name: 'reset',
    usage: 'reset --account ID --wallet 10000',
    summary: 'cancel its orders, clear its positions, and leave exactly this much',
    run: (ask, flags) => change(ask, flags, 'reset', 'wallet'),
  },
  {
    name: 'keys',
    usage:
      'keys [--account ID --new [--name NAME] [--read-only] [--save] | --disable KEY | ' +
      '--enable KEY | --rotate KEY [--save]]',
    summary:
      'list keys, issue one, switch one off or on, or give one a new secret; --save puts it into ' +
      'credentials.json, under the name of the account unless --name is given',
    run: runKeys,
  },
];

async function change(
  ask: AskAdmin,
  flags: Flags,
  verb: string,
  field: string,
): Promise<IssuedResult> {
  const account = flags.values.get('account');
  const amount = flags.values.get(field);
  if (account === undefined || amount === undefined)
    return { fault: `${verb} needs --account and --${field}` };
  const path = `/accounts/${encodeURIComponent(account)}/${verb}`;
  return showFields(await ask('POST', path, { [field]: amount }));
}

const KEY_CHANGES = ['disable', 'enable', 'rotate'] as const;

async function runKeys(ask: AskAdmin, { values, switches }: Flags): Promise<IssuedResult> {
  const account = values.get('account');
  if (switches.has('new')) {
    if (account === undefined) return { fault: 'keys --new needs --account' };
    const name = values.get('name') ?? (switches.has('save') ? await nameOf(ask, account) : '');
    const wanted = { account, readOnly: switches.has('read-only'), name };
    return showIssued(await ask('POST', '/keys', wanted));
  }
  for (const verb of KEY_CHANGES) {
    const key = values.get(verb);
    if (key === undefined) continue;
    const answer = await ask('POST', `/keys/${encodeURIComponent(key)}/${verb}`, {});
    return verb === 'rotate' ? showIssued(answer) : showFields(answer);
  }
  return showRows(await ask('GET', '/keys'), [
    'apiKey',
    'accountId',
    'name',
    'permissions',
    'addresses',
    'status',
  ]);
}

/** Saved credentials are picked by name, so they need one. */
async function nameOf(ask: AskAdmin, account: string): Promise<string> {
  const answer = await ask('GET', '/accounts');
  const rows: readonly unknown[] =
    !answer.isRefused && Array.isArray(answer.body) ? answer.body : [];
  for (const row of rows) {
    const fields = new Map<string, unknown>(Object.entries(fieldsOf(row)));
    const name = fields.get('name');
    if (textOf(fields.get('accountId')) === account && typeof name === 'string') return name;
  }
  return `account-${account}`;
}

type Asked = Awaited<ReturnType<AskAdmin>>;

/** Secret and passphrase are shown this once: as JSON, ready to be saved. */
const showIssued = (answer: Asked): IssuedResult =>
  answer.isRefused
    ? { fault: answer.message }
    : { lines: [JSON.stringify(answer.body, null, 2)], issued: answer.body };

function showFields(answer: Asked): IssuedResult {
  if (answer.isRefused) return { fault: answer.message };
  const fields = Object.entries(fieldsOf(answer.body));
  return { lines: fields.map(([name, value]) => `${name.padEnd(12)}${textOf(value)}`) };
}

function showRows(answer: Asked, columns: readonly string[]): IssuedResult {
  if (answer.isRefused) return { fault: answer.message };
  const rows: readonly unknown[] = Array.isArray(answer.body) ? answer.body : [];
  const cells = rows.map((row) => {
    const fields = new Map<string, unknown>(Object.entries(fieldsOf(row)));
    return columns.map((column) => textOf(fields.get(column)));
  });
  return { lines: formatTable(columns, cells) };
}

const fieldsOf = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(',') : String(value);
}
