/** `perpetua qualify`: runs the qualification steps against any venue that speaks the interface. */

import { setTimeout as pause } from 'node:timers/promises';
import { findAdminAddress, findCredentials } from '../gateway/data-files.ts';
import { type Access, type CallVenue, createCallVenue } from '../proof/qualify/signed-client.ts';
import { walk } from '../proof/qualify/walk.ts';
import { type Flags, parseFlags } from '../terminal/flags.ts';
import { formatTable } from '../terminal/format-table.ts';
import { complain } from '../terminal/output.ts';
import { filesOf } from './start/data-folder.ts';

const FLAGS = {
  values: ['base-url', 'key', 'secret', 'passphrase', 'name', 'data'],
  switches: ['help'],
} as const;

const HELP = `Usage: perpetua qualify [--base-url URL] [--key KEY --secret SECRET --passphrase TEXT]
                        [--name NAME] [--data FOLDER]

Checks everything a trading program needs: time, assets, ticker, contracts, leverage, an order of
10 USDT on cmt_btcusdt and its fills. It buys a little BTC on the given account.

Without --key it takes the key called NAME, or the first one, from credentials.json in the data
folder. The flags can be given as PERPETUA_BASE_URL, PERPETUA_KEY, PERPETUA_SECRET and
PERPETUA_PASSPHRASE too.`;

const BASE_URL = 'http://localhost:8700';

export async function runQualify(args: string[]): Promise<number> {
  const flags = parseFlags(args, FLAGS);
  if (typeof flags === 'string') return complain(flags, 2);
  if (flags.switches.has('help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (flags.words.length > 0) return complain(`"${flags.words[0]}" is not understood`, 2);
  const access = findAccess(flags);
  if (typeof access === 'string') return complain(access, 2);
  const baseUrl = baseUrlOf(flags);
  const call = createCallVenue(baseUrl, access);
  if (!(await isAnswering(call)))
    return complain(`nothing answers at ${baseUrl}: is the venue running?`, 1);
  const results = await walk({ call, now: Date.now, pause: (millis) => pause(millis) });
  const rows = results.map(({ step, passed, words }) => [passed ? 'ok' : 'FAILED', step, words]);
  process.stdout.write(`${baseUrl}\n\n${formatTable(['', 'step', 'result'], rows).join('\n')}\n`);
  const failed = results.filter(({ passed }) => !passed).length;
  process.stdout.write(
    failed === 0 ? '\nQualified.\n' : `\nNot qualified: ${failed} of ${results.length} failed.\n`,
  );
  return failed === 0 ? 0 : 1;
}

/** Any answer will do: the steps themselves report what is wrong with it. */
async function isAnswering(call: CallVenue): Promise<boolean> {
  try {
    await call('/market/time');
    return true;
  } catch {
    return false;
  }
}

function baseUrlOf(flags: Flags): string {
  const { PERPETUA_BASE_URL: inherited } = process.env;
  const named = flags.values.get('base-url') ?? inherited;
  return named ?? findAdminAddress(filesOf(flags.values.get('data')).admin)?.baseUrl ?? BASE_URL;
}

/** The key to use, or why there is none. */
function findAccess(flags: Flags): Access | string {
  const { PERPETUA_KEY, PERPETUA_SECRET, PERPETUA_PASSPHRASE } = process.env;
  const apiKey = flags.values.get('key') ?? PERPETUA_KEY;
  const secretKey = flags.values.get('secret') ?? PERPETUA_SECRET;
  const passphrase = flags.values.get('passphrase') ?? PERPETUA_PASSPHRASE;
  if (apiKey !== undefined && secretKey !== undefined && passphrase !== undefined)
    return { apiKey, secretKey, passphrase };
  if (apiKey !== undefined) return 'a key needs its --secret and its --passphrase';
  const { credentials: path } = filesOf(flags.values.get('data'));
  const known = findCredentials(path) ?? [];
  const name = flags.values.get('name');
  const found = name === undefined ? known[0] : known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name).join(', ') || 'none';
  return name === undefined
    ? `no key given, and none in ${path}; see npx perpetua qualify --help`
    : `${path} has no key named "${name}"; it has ${names}`;
}
