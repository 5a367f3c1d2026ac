/** The parts that the routes of a competition share. */
import type { AccountId } from '../../domain/ids.ts';
import type { Venue } from '../../venue/venue.ts';
import type { formatSurveillance } from '../../wire/competition/surveillance.ts';
import type { AiLogs } from '../ai-logs.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { AiDuty } from './ai-duty.ts';
import type { Registry } from './registry.ts';

export interface Competition {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly registry: Registry;
  readonly aiLogs: AiLogs;
  readonly duty: AiDuty;
  readonly addresses: AddressWatch;
  /** Registrations that something is being done about. */
  readonly busy: Set<string>;
}

/** The addresses of accounts, which surveillance compares and nobody publishes. */
export interface AddressWatch {
  readonly note: (account: AccountId, address: string) => void;
  readonly review: () => NonNullable<Parameters<typeof formatSurveillance>[2]>;
}
