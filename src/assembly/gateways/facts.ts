/** What a gateway is told when it begins, by the process with the files. */
import type { HeardFact } from '../../facts/socket-facts.ts';
import type { ToldClock } from '../../venue/clock.ts';
import type { Settings } from '../settings.ts';

export interface GatewayFacts<Told = HeardFact> {
  readonly settings: Settings;
  readonly clock: ToldClock;
  /** Keys, sealed as the file has them, and what else is shared. */
  readonly shared: readonly Told[];
  /** The folder of the built page; null if none is served. */
  readonly page: string | null;
  readonly adminUrl: string;
}

/** The other end is a process of the same version. */
export const isFacts = (value: unknown): value is GatewayFacts =>
  typeof value === 'object' && value !== null && 'settings' in value && 'shared' in value;

/** What a gateway says to the process that started it, beside the log. */
export type ChildMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly error: FailureFacts };

/** Enough of an error of the system to explain it. */
export interface FailureFacts {
  readonly message: string;
  readonly code?: string | undefined;
  readonly port?: number | undefined;
  readonly address?: string | undefined;
  readonly path?: string | undefined;
}

/** What it is told there: to stop, to say that it is alive, or that a connection comes along. */
export const STOP = 'stop';
export const ANSWER = 'answer';
export const CONNECTION = 'connection';
