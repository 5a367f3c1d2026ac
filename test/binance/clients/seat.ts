/**
 * What every client is asked the same: calls by the name of their endpoint, each with the client's
 * own method behind it. A check is written once and holds the answer against version 2.
 */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { PositionMode } from '../../../src/domain/account.ts';
import type { AccountId } from '../../../src/domain/ids.ts';
import type { EndpointId } from '../../../src/gateway/v2/calls.ts';
import type { Anything, Fields } from '../../gateway-v2/rest-kit.ts';
import type { ClientKit, Door } from './client-kit.ts';

/** A method of a client, and how it is called with the fields of the endpoint. */
export type Method = readonly [name: string, call: (fields: Anything) => unknown];

/** A stream of a client: hears events until it is told to stop. */
export type Stream = readonly [name: string, open: (hear: (event: Anything) => void) => unknown];

export interface Client {
  /** By the endpoint: `POST order`, `GET v3/account`. */
  readonly calls: Readonly<Record<string, Method>>;
  /** By the stream: `aggTrade`, `user`. */
  readonly streams?: Readonly<Record<string, Stream>>;
  /** By the method of the WebSocket API: `order.place`. */
  readonly frames?: Readonly<Record<string, Method>>;
  /** The code of the venue in what the client throws. */
  readonly codeOf: (thrown: Anything) => unknown;
  readonly close?: () => unknown;
}

/** A package of npm. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly open: (door: Door) => Promise<Client> | Client;
  /** What the client itself cannot do, with the reason. */
  readonly cannot: readonly (readonly [what: string, why: string])[];
}

export interface Seat {
  readonly kit: ClientKit;
  readonly account: AccountId;
  readonly mode: PositionMode;
  readonly client: Client;
  /** The first event of each market stream. */
  readonly market: ReadonlyMap<string, Anything>;
  readonly ask: (call: string, fields?: Fields) => Promise<Anything>;
  /** Asks what must be refused with this code. */
  readonly refuse: (code: number, call: string, fields?: Fields) => Promise<void>;
  /** Version 2, of the same account. */
  readonly v2: (id: EndpointId, fields?: Fields) => Promise<Anything>;
}

export interface Check {
  /** The call that it is about; for a story, its title. */
  readonly about: string;
  /** What was compared, for the table. */
  readonly shows: string;
  /** The calls, streams and frames that a client must have for it. */
  readonly needs?: readonly string[];
  /** The position modes that it is run in; one-way alone where nothing depends on it. */
  readonly modes?: readonly PositionMode[];
  /** Reads an account that traded before the last settlement, and changes nothing. */
  readonly isVeteran?: true;
  readonly run: (seat: Seat) => Promise<unknown>;
}

export const BOTH_MODES: readonly PositionMode[] = ['hedge', 'net'];

export function seatOf({
  kit,
  client,
  account,
  mode,
  market,
}: Pick<Seat, 'kit' | 'client' | 'account' | 'mode' | 'market'>): Seat {
  const ask = async (call: string, fields: Fields = {}): Promise<Anything> => {
    const method = client.calls[call] ?? client.frames?.[call];
    if (method === undefined) throw new Error(`the client has no ${call}`);
    try {
      return await method[1](fields);
    } catch (thrown) {
      // Some clients throw plain records, of which a failing test would say nothing.
      throw thrown instanceof Error ? thrown : Object.assign(new Error(inspect(thrown)), thrown);
    }
  };
  const refuse = async (code: number, call: string, fields: Fields = {}): Promise<void> => {
    const answered = await ask(call, fields).catch((thrown: Anything) => client.codeOf(thrown));
    expect(answered, `${call} ${JSON.stringify(fields)}`).toBe(code);
  };
  const v2: Seat['v2'] = (id, fields = {}) => kit.ok(id, fields, account);
  return { kit, account, mode, client, market, ask, refuse, v2 };
}

export const has = ({ calls, streams, frames }: Client, name: string): boolean =>
  name in calls || name in (streams ?? {}) || name in (frames ?? {});

/** What a client was told is between the venue's clock before the question and after the answer. */
export async function expectClock(kit: ClientKit, ask: () => Promise<number>): Promise<void> {
  const before = kit.memory.clock.wallNow();
  const told = await ask();
  expect(told).toBeGreaterThanOrEqual(before);
  expect(told).toBeLessThanOrEqual(kit.memory.clock.wallNow());
}

/** Version 2 in numbers. */
export const n = (text: unknown): number => Number(text);

export const SYMBOL = 'BTCUSDT';
export const v2Symbol = (symbol: string): string => `cmt_${symbol.toLowerCase()}`;
