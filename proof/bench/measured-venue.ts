/** The whole venue with its markets in a process of its own, ready to be measured. */
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { startVenue, type VenueProgram } from '../program.ts';
import { type Signer, signerOf } from './http-orders.ts';

export interface MeasuredVenue extends VenueProgram {
  readonly pid: number;
  readonly signers: readonly Signer[];
}

export async function startMeasured(
  folder: string,
  accounts: number,
  settings: readonly string[] = NO_LIMITS,
): Promise<MeasuredVenue> {
  const counts = ['--sandbox-accounts', String(accounts), '--oneway-accounts', '0'];
  const args = [...counts, '--sandbox-wallet', '10000000', ...settings, '--public-metrics', 'on'];
  const venue = await startVenue({ folder, args });
  return { ...venue, pid: venue.child.pid ?? 0, signers: venue.credentials.map(signerOf) };
}
