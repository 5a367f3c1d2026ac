/** A team that wants to take part: people, contact, addresses. None of it enters the journal. */
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';

export const REGISTRATION_STATES = ['registered', 'approved', 'rejected', 'withdrawn'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** What a team says about itself. */
export interface Application {
  readonly team: string;
  readonly members: readonly string[];
  readonly contact: string;
  /** Addresses and CIDRs in their one spelling. */
  readonly addresses: readonly string[];
  readonly strategy: string;
}

export interface Registration extends Application {
  readonly id: string;
  readonly season: number;
  readonly state: RegistrationState;
  /** Why it was rejected or withdrawn; empty otherwise. */
  readonly reason: string;
  readonly account: AccountId | null;
  readonly apiKey: string | null;
  readonly createdAt: Millis;
  readonly decidedAt: Millis | null;
  /** When the credentials were collected; they are shown once. */
  readonly claimedAt: Millis | null;
}
