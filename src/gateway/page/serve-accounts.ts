/**
 * Gives the keys of sandbox accounts to the page, so that a newcomer can trade without copying
 * them, and gives such an account its play money back. Only this venue's own page in a browser on
 * this machine may ask: requests through a proxy, under another name or from another site are
 * refused. In a sandbox only, and it can be turned off.
 */
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Money, money, toBigInt } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import { isWireError } from '../../wire/errors.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { carryOutUnsigned, type Single } from '../acts/carry-out.ts';
import { isLoopback } from '../address.ts';
import type { Credentials } from '../data-files.ts';
import type { Gateway } from '../gateway.ts';
import { jsonPage, type PageReply } from '../reply.ts';
import type { AnswerPage, PageVisit } from '../route.ts';

export const ACCOUNTS_PATH = '/sandbox/accounts';

export interface PlayMoney {
  readonly venue: Pick<Venue, 'submit' | 'read' | 'clock'>;
  /** What a sandbox account begins with. */
  readonly wallet: Money;
}

/** The list is read when it is asked for: accounts may be added while the venue runs. */
export function serveAccounts(
  { routePage }: Pick<Gateway, 'routePage'>,
  read: () => readonly Credentials[],
  play: PlayMoney,
): void {
  // A POST, because only then does a browser always say from which site it comes.
  const post = (path: string, answer: AnswerPage): void =>
    routePage({
      method: 'POST',
      path,
      answer: (visit) =>
        isOwnPage(visit)
          ? answer(visit)
          : jsonPage(403, { accounts: [], reason: 'only for the page on this machine' }),
    });
  const change = (path: string, commandFor: (account: AccountId) => Single | undefined): void =>
    post(path, ({ headers }) => {
      const found = read().find(({ apiKey }) => apiKey === headers['access-key']);
      if (found === undefined) return jsonPage(404, { reason: 'no sandbox account has this key' });
      return carryOut(play, commandFor(accountId(found.accountId)));
    });
  post(ACCOUNTS_PATH, () => jsonPage(200, { accounts: read() }));
  change(`${ACCOUNTS_PATH}/refill`, (account) => {
    const missing = toBigInt(play.wallet) - toBigInt(play.venue.read.account.wallet(account));
    return missing > 0n ? { kind: 'deposit', account, amount: money(missing) } : undefined;
  });
  change(`${ACCOUNTS_PATH}/reset`, (account) => {
    const { wallet } = play;
    return { kind: 'reset-account', account, wallet };
  });
}

/** The money an account has at least afterwards; nothing is done if it has that much already. */
async function carryOut(
  { venue, wallet }: PlayMoney,
  command: Single | undefined,
): Promise<PageReply> {
  const done = command === undefined ? [] : await carryOutUnsigned(venue, command);
  return isWireError(done)
    ? jsonPage(400, { reason: done.text.en })
    : jsonPage(200, { wallet: formatMoney(wallet) });
}

function isOwnPage(visit: PageVisit): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = visit.headers;
  return isFromThisMachine(visit) && site === 'same-origin' && origin === `http://${host}`;
}

const LOOPBACK_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a browser runs on this machine and uses a local name for it. A request through a proxy
 * or under another name does not count, whatever the address of the peer.
 */
export const isFromThisMachine = ({ headers, socket }: PageVisit): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  LOOPBACK_NAME.test(headers.host ?? '') &&
  FORWARDED.every((name) => headers[name] === undefined);
