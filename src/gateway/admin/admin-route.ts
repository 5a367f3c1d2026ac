/** What an operator's command needs, and how its answer comes about. */
import type { TObject } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { Money } from '../../domain/units.ts';
import type { TimeControl } from '../../venue/time-control.ts';
import type { Venue } from '../../venue/venue.ts';
import { invalid } from '../../wire/caller.ts';
import type { WireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { Competition } from '../competition/competition.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { Metrics } from '../metrics.ts';
import type { PathNames } from '../router.ts';
import type { MarketControl } from './market-control.ts';

export interface AdminParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly findContract: (symbol: string) => Contract | undefined;
  /** Undefined where nobody may change venue time, as in a venue that others embed. */
  readonly time?: TimeControl | undefined;
  /** Undefined where the venue has no market of its own. */
  readonly market?: MarketControl | undefined;
  /** Undefined where the venue runs no competition. */
  readonly competition?: Competition | undefined;
  readonly metrics?: Metrics | undefined;
  /** Where the interface is, as a person on this machine reaches it. */
  readonly findBaseUrl?: (() => string | undefined) | undefined;
  /** What a new account gets unless told otherwise; undefined outside a sandbox: nothing. */
  readonly usualDeposit?: Money | undefined;
  /** Who asks. */
  readonly caller?: AdminCaller | undefined;
}

/** An organiser may do everything, an observer may look. */
export interface AdminCaller {
  readonly role: 'organiser' | 'observer';
  /** A name for the audit log, as the caller gives it. */
  readonly actor: string;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What it is for, in the published document. */
  readonly summary?: string;
  /** What may be sent; an operator's misspelt field is refused. */
  readonly request: TObject;
  readonly respond: (
    parts: AdminParts,
    names: PathNames,
    fields: Fields,
  ) => object | Promise<object>;
}

export const unknownAccount = (sent: string | number): WireError =>
  invalid('account', `there is no account ${String(sent).slice(0, 40)}`);
