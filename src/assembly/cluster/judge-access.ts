/**
 * Whether strangers are kept out of what the replicas share. Whoever reaches the servers of the log
 * can stop it; whoever reaches the database reads registrations and changes keys. On one machine a
 * password is enough. Elsewhere what is said on the way must be sealed too.
 */

import type { Records } from '../../facts/records.ts';
import { isLoopback } from '../../gateway/address.ts';

/** What a NATS server says of itself to whoever connects. */
export interface NatsDoor {
  readonly auth_required?: boolean;
  readonly tls_required?: boolean;
}

const FOR_A_TRIAL = 'or add --unsafe for a trial';

const isHere = (host: string): boolean =>
  host === '' || host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));

/** Why the log is not safe from strangers, each with its remedy. */
export function judgeLogAccess(servers: string, door: NatsDoor | undefined): string[] {
  const urls = servers
    .split(',')
    .map((each) => new URL(each.includes('://') ? each : `nats://${each}`));
  const far = urls.map(({ hostname }) => hostname).filter((host) => !isHere(host));
  const isSealed = door?.tls_required === true;
  // Otherwise whoever stands between says that there is no TLS, and is told the password.
  const isInsisted = urls.some(({ protocol }) => protocol === 'tls:');
  const reasons: string[] = [];
  if (door?.auth_required !== true)
    reasons.push(
      'the NATS servers let in whoever reaches them: give them users as deploy/nats.conf does, ' +
        `and name one in --log nats://name:password@…, ${FOR_A_TRIAL}`,
    );
  if (far.length > 0 && !(isSealed && isInsisted))
    reasons.push(
      `what is sent to the NATS servers at ${far.join(', ')} ` +
        `${isSealed ? 'need not be' : 'is not'} encrypted: give them ` +
        `certificates as deploy/nats.conf does, and say tls:// in --log, ${FOR_A_TRIAL}`,
    );
  return reasons;
}

/** The same of the database. */
export async function judgeRecordsAccess(url: string, records: Records): Promise<string[]> {
  const { hostname, password } = new URL(url);
  const [row] = await records.ask('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  const reasons: string[] = [];
  if (password === '' && !isHere(hostname))
    reasons.push(
      `${records.name} is opened without a password: give the role one and ask for it as ` +
        `deploy/postgres/pg_hba.conf does, and name it in --records, ${FOR_A_TRIAL}`,
    );
  if (!isHere(hostname) && row?.['ssl'] !== true)
    reasons.push(
      `what is sent to ${records.name} is not encrypted: give the server a certificate, and add ` +
        `?sslmode=verify-full to --records, ${FOR_A_TRIAL}`,
    );
  return reasons;
}
