/** `perpetua qualify`: runs the qualification steps against any venue that speaks the interface. */

import { setTimeout as pause } from 'node:timers/promises';
import { command, Misunderstood } from '../../terminal/command.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { whileWaiting } from '../../terminal/progress.ts';
import { findAccess, findBaseUrl } from '../account/find-access.ts';
import { type CallVenue, createCallVenue } from './signed-client.ts';
import { walk } from './walk.ts';

const HELP = `Usage: perpetua qualify [--base-url URL] [--name NAME] [--data FOLDER] [--json]
                        [--key KEY --secret SECRET --passphrase TEXT]

Checks everything a trading program needs: time, assets, ticker, contracts,
leverage, an order of 10 USDT on cmt_btcusdt and its fills. It buys a little BTC
on the given account.

Without --key it takes the key called NAME, or the first one, from
credentials.json in the data folder. The flags can be given as
PERPETUA_BASE_URL, PERPETUA_KEY, PERPETUA_SECRET and PERPETUA_PASSPHRASE too.`;

export const runQualify = command({ help: HELP }, async ({ values }, output) => {
  const data = values.get('data');
  const access = findAccess({
    apiKey: values.get('key'),
    secretKey: values.get('secret'),
    passphrase: values.get('passphrase'),
    name: values.get('name'),
    data,
  });
  if (typeof access === 'string') throw new Misunderstood(access);
  const baseUrl = findBaseUrl(values.get('base-url'), data);
  const call = createCallVenue(baseUrl, access);
  if (!(await isAnswering(call)))
    return complain(`nothing answers at ${baseUrl}: is the venue running?`, EXIT.absent, output);
  const results = await whileWaiting(output, () =>
    walk({ call, now: Date.now, pause: (millis) => pause(millis) }),
  );
  const failed = results.filter(({ passed }) => !passed).length;
  const isQualified = failed === 0;
  const rows = results.map(({ step, passed, words }) => [passed ? 'ok' : 'FAILED', step, words]);
  const said = isQualified ? 'Qualified.' : `Not qualified: ${failed} of ${results.length} failed.`;
  return {
    lines: [baseUrl, '', ...formatTable(['', 'step', 'result'], rows), '', said],
    body: { baseUrl, isQualified, steps: results },
    indent: 2,
    code: isQualified ? EXIT.done : EXIT.failed,
  };
});

/** Any answer will do: the steps themselves report what is wrong with it. */
async function isAnswering(call: CallVenue): Promise<boolean> {
  try {
    await call('/market/time');
    return true;
  } catch {
    return false;
  }
}
