/** Routes of the operator's port, and what their handlers work with. */
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { Contract } from '../../domain/contract.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Latency } from '../../domain/latency.ts';
import type { Money } from '../../domain/units.ts';
import type { TimeControl } from '../../venue/time-control.ts';
import type { Venue } from '../../venue/venue.ts';
import { invalid } from '../../wire/caller.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import type { Competition } from '../competition/competition.ts';
import type { Faults } from '../faults/faults.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { Metrics } from '../metrics.ts';
import type { PathNames } from '../router.ts';
import type { MarketControl, PublicationControl } from './controls.ts';

export interface AdminParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly findContract: (symbol: string) => Contract | undefined;
  /** Undefined if venue time cannot be changed, as in an embedded venue. */
  readonly time?: TimeControl | undefined;
  /** Undefined if the venue has no market of its own. */
  readonly market?: MarketControl | undefined;
  /** Undefined if nobody can ask for faults. */
  readonly faults?: Faults | undefined;
  /** Undefined if the venue runs no competition. */
  readonly competition?: Competition | undefined;
  /** Undefined if the venue has no files, or was not started from the command line. */
  readonly publication?: PublicationControl | undefined;
  readonly metrics?: Metrics | undefined;
  /** The address of the public port, for a person on this machine. */
  readonly findBaseUrl?: (() => string | undefined) | undefined;
  /** Undefined if this process serves the public port itself. */
  readonly listGateways?: (() => readonly GatewayRow[]) | undefined;
  /** The usual deposit of a new account; undefined outside a sandbox. */
  readonly usualDeposit?: Money | undefined;
  /** How late new accounts are. */
  readonly usualLatency?: Latency | undefined;
  /** The caller. */
  readonly caller?: AdminCaller | undefined;
}

/** A process that serves the public port. */
export interface GatewayRow {
  readonly number: number;
  /** Null while it is being started again. */
  readonly pid: number | null;
  readonly isOpen: boolean;
}

/** An organiser may do everything, an observer may only read. */
export interface AdminCaller {
  readonly role: 'organiser' | 'observer';
  /** A name for the audit log, as the caller gives it. */
  readonly actor: string;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Its purpose, for the published document. */
  readonly summary: string;
  /** The fields. Unknown ones are refused. */
  readonly request: TObject;
  readonly respond: (
    parts: AdminParts,
    names: PathNames,
    fields: Fields,
  ) => object | Promise<object>;
}

/** What a route may ask for besides its part of the venue and what was sent. */
export interface AdminCall {
  readonly parts: AdminParts;
  readonly names: PathNames;
  readonly fields: Fields;
}

/**
 * Returns functions that make the routes of a part of the venue. Where the venue lacks it, they
 * answer with the error. What was sent is read before they respond.
 */
export function routesOf<Part>(find: (parts: AdminParts) => Part | WireError) {
  const route =
    (method: AdminRoute['method']) =>
    <Sent extends TProperties>(
      path: string,
      summary: string,
      fields: Sent,
      respond: (
        part: Part,
        sent: Static<TObject<Sent>>,
        call: AdminCall,
      ) => object | Promise<object>,
    ): AdminRoute => {
      const request = Type.Object(fields);
      return {
        method,
        path,
        summary,
        request,
        respond: (parts, names, fields) => {
          const part = find(parts);
          if (isWireError(part)) return part;
          const sent = readRequest(request, fields);
          return isWireError(sent) ? sent : respond(part, sent, { parts, names, fields });
        },
      };
    };
  return { get: route('GET'), post: route('POST') };
}

/** Makes routes for which the whole venue is their part. */
export const venueRoutes = routesOf((parts) => parts);

/** What was read of a request, where any of it may be a fault instead. */
type Faulty<Read> = { readonly [Name in keyof Read]: Read[Name] | WireError };

const isRead = <Read extends object>(parts: Faulty<Read>): parts is Read =>
  !Object.values(parts).some(isWireError);

/** Goes on if all of it could be read; otherwise the first fault is the answer. */
export function withAll<Read extends object, Answer>(
  parts: Faulty<Read>,
  goOn: (read: Read) => Answer,
): Answer | WireError {
  const fault = Object.values<unknown>(parts).find(isWireError);
  if (fault !== undefined) return fault;
  assert(isRead(parts), 'a fault was passed over');
  return goOn(parts);
}

export const unknownAccount = (sent: string | number): WireError =>
  invalid('account', `there is no account ${String(sent).slice(0, 40)}`);

/** The account of a trader, or why it is none: the venue looks after its own accounts itself. */
export function expectTrader(venue: Venue, account: AccountId): WireError | undefined {
  const role = venue.read.account.role(account);
  if (role === undefined) return unknownAccount(account);
  if (role === 'trader') return undefined;
  return invalid('account', `account ${account} is the venue’s own (${role}), not a trader’s`);
}
