/**
 * The verbs of `perpetua account`. Each sends a request to the admin server and prints the answer.
 */

import { existsSync, readFileSync } from 'node:fs';
import type { AskAdmin, AskAnswer } from '../../gateway/admin/admin-client.ts';
import type { Flags } from '../../terminal/flags.ts';
import { misused, type NamedVerb, tellAnswer, type VerbResult } from '../operate/run-verbs.ts';
import { rowsOf, tellFields, tellRows, textOf } from '../operate/tell.ts';

/** Also hands back the credentials that were issued, so that the caller can save them. */
export type IssuedResult = VerbResult & { readonly issued?: unknown };

export interface AccountVerb extends NamedVerb {
  readonly run: (ask: AskAdmin, flags: Flags) => Promise<IssuedResult>;
}

export const ACCOUNT_VERBS: readonly AccountVerb[] = [
  {
    usage: 'create --name NAME [--deposit 10000] [--save]',
    summary:
      'open an account with a key and a first deposit, in a sandbox 10,000 USDT by default; ' +
      '--save adds it to credentials.json',
    run: async (ask, { values }) => {
      const name = values.get('name');
      if (name === undefined) return misused('create needs --name');
      const deposit = values.get('deposit');
      const wanted = deposit === undefined ? { name } : { name, deposit };
      return showIssued(await ask('POST', '/accounts', wanted));
    },
  },
  {
    usage: 'list',
    summary: 'every account with its role, status and money',
    run: async (ask) =>
      tellRows(await ask('GET', '/accounts'), [
        'accountId',
        'name',
        'role',
        'status',
        'wallet',
        'frozen',
        'latency',
      ]),
  },
  {
    usage: 'fund --account ID --amount 500 [--own]',
    summary: 'add money; to an account of the venue itself, such as its house, only with --own',
    run: (ask, flags) =>
      change(ask, flags, 'fund', 'amount', flags.switches.has('own') ? { own: true } : {}),
  },
  {
    usage: 'reset --account ID --wallet 10000',
    summary: 'cancel its orders, clear its positions, and leave exactly this much',
    run: (ask, flags) => change(ask, flags, 'reset', 'wallet'),
  },
  {
    usage: 'latency --account ID --latency 20ms',
    summary: 'change how late it sees, acts and is told; by leg: feed=5ms,entry=20ms,answer=10ms',
    run: (ask, flags) => change(ask, flags, 'latency', 'latency'),
  },
  {
    usage:
      'keys [--account ID --new [--name NAME] [--read-only] [--save | --rsa-key FILE] | ' +
      '--disable KEY | --enable KEY | --rotate KEY [--save]]',
    summary:
      'list keys, issue one, switch one off or on, or give one a new secret; --save puts it into ' +
      'credentials.json, under the name of the account unless --name is given; --rsa-key takes ' +
      'the public half of an RSA key of one’s own instead of a secret',
    run: runKeys,
  },
];

async function change(
  ask: AskAdmin,
  flags: Flags,
  verb: string,
  field: string,
  more: object = {},
): Promise<IssuedResult> {
  const account = flags.values.get('account');
  const amount = flags.values.get(field);
  if (account === undefined || amount === undefined)
    return misused(`${verb} needs --account and --${field}`);
  const path = `/accounts/${encodeURIComponent(account)}/${verb}`;
  return tellFields(await ask('POST', path, { [field]: amount, ...more }));
}

const KEY_CHANGES = ['disable', 'enable', 'rotate'] as const;

async function runKeys(ask: AskAdmin, { values, switches }: Flags): Promise<IssuedResult> {
  const account = values.get('account');
  if (switches.has('new')) {
    if (account === undefined) return misused('keys --new needs --account');
    const file = values.get('rsa-key');
    if (file !== undefined && switches.has('save')) return misused('keys: --save needs a secret');
    if (file !== undefined && !existsSync(file)) return misused(`keys: there is no file ${file}`);
    const name = values.get('name') ?? (switches.has('save') ? await nameOf(ask, account) : '');
    const wanted = { account, readOnly: switches.has('read-only'), name };
    const proof = file === undefined ? {} : { rsaPublicKey: readFileSync(file, 'utf8') };
    return showIssued(await ask('POST', '/keys', { ...wanted, ...proof }));
  }
  for (const verb of KEY_CHANGES) {
    const key = values.get(verb);
    if (key === undefined) continue;
    const answer = await ask('POST', `/keys/${encodeURIComponent(key)}/${verb}`, {});
    return verb === 'rotate' ? showIssued(answer) : tellFields(answer);
  }
  return tellRows(await ask('GET', '/keys'), [
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
  const rows = rowsOf(answer.isRefused ? [] : answer.body);
  const name = rows.find(({ accountId }) => textOf(accountId) === account)?.['name'];
  return typeof name === 'string' ? name : `account-${account}`;
}

/** Secret and passphrase are shown this once: as JSON, ready to be saved. */
function showIssued(answer: AskAnswer): IssuedResult {
  const told = tellAnswer(answer, (body) => [JSON.stringify(body, null, 2)]);
  return answer.isRefused ? told : { ...told, issued: answer.body };
}
