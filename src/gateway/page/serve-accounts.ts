/**
 * Hands the keys of sandbox accounts to the page, so that a newcomer can trade without copying
 * them. Only to this venue's own page in a browser on this machine: whoever asks through a proxy,
 * under another name or from another site is refused. In a sandbox only, and it can be turned off.
 */
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../gateway.ts';
import { isFromThisMachine } from './own-machine.ts';

export const ACCOUNTS_PATH = '/sandbox/accounts';

export interface SandboxAccount {
  readonly name: string;
  readonly accountId: number;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** The list is read when it is asked for: accounts may be added while the venue runs. */
export function serveAccounts(
  { http }: Pick<Gateway, 'http'>,
  read: () => readonly SandboxAccount[],
): void {
  // A POST, because only then does a browser always say from which site it comes.
  http.post(ACCOUNTS_PATH, (request, reply) => {
    if (!isOwnPage(request))
      return reply.code(403).send({ accounts: [], reason: 'only for the page on this machine' });
    return reply.send({ accounts: read() });
  });
}

function isOwnPage(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  return isFromThisMachine(request) && site === 'same-origin' && origin === `http://${host}`;
}
