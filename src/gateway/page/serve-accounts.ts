/**
 * Gives the keys of sandbox accounts to the page, so that a newcomer can trade without copying
 * them. Only this venue's own page in a browser on this machine gets them: requests through a
 * proxy, under another name or from another site are refused. In a sandbox only, and it can be
 * turned off.
 */
import type { Credentials } from '../data-files.ts';
import type { Gateway } from '../gateway.ts';
import { jsonPage } from '../reply.ts';
import type { PageVisit } from '../route.ts';
import { isFromThisMachine } from './own-machine.ts';

export const ACCOUNTS_PATH = '/sandbox/accounts';

/** The list is read when it is asked for: accounts may be added while the venue runs. */
export function serveAccounts(
  { routePage }: Pick<Gateway, 'routePage'>,
  read: () => readonly Credentials[],
): void {
  // A POST, because only then does a browser always say from which site it comes.
  routePage({
    method: 'POST',
    path: ACCOUNTS_PATH,
    answer: (visit) =>
      isOwnPage(visit)
        ? jsonPage(200, { accounts: read() })
        : jsonPage(403, { accounts: [], reason: 'only for the page on this machine' }),
  });
}

function isOwnPage(visit: PageVisit): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = visit.headers;
  return isFromThisMachine(visit) && site === 'same-origin' && origin === `http://${host}`;
}
