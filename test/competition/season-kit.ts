/** A venue with open doors and a season in it, for tests of a competition over real HTTP. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoMarket, type DemoMarket } from '../../proof/demo-season/demo-market.ts';
import { type DemoVenue, openDemoVenue } from '../../proof/demo-season/demo-venue.ts';
import { createDice } from '../../proof/sim/dice.ts';
import { type CallVenue, createCallVenue, sign } from '../../src/cli/qualify/signed-client.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { type AskAdmin, createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { isReplicated } from '../kit/cluster-setup.ts';
import { openFrontedDemo, openReplicatedDemo } from './fronted-demo.ts';

export const BEGIN = Date.UTC(2026, 2, 2);
export const HOUR = 3_600_000;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
type Json = any;

export interface Reply {
  readonly status: number;
  readonly json: Json;
}

export interface Team {
  readonly name: string;
  readonly id: string;
  readonly token: string;
  readonly account: AccountId;
  readonly apiKey: string;
  /** Signed calls from the team's own address. */
  readonly call: CallVenue;
  readonly access: Access;
  readonly address: string;
  /** Who it is where callers sign with a private key. */
  readonly wallet: string;
}

interface Access {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export interface SeasonKit {
  readonly demo: DemoVenue;
  readonly market: DemoMarket;
  readonly folder: string;
  /** As an organiser; fails where it is refused. */
  readonly organise: (path: string, body?: object) => Promise<Json>;
  /** As whoever has this token; answers with status and body. */
  readonly admin: (path: string, body?: object, token?: string) => Promise<Reply>;
  readonly observerToken: string;
  /** As the public, from this address. */
  readonly send: (
    path: string,
    options?: { body?: object; token?: string; from?: string },
  ) => Promise<Reply>;
  readonly application: (team: string, changes?: object) => object;
  readonly register: (team: string) => Promise<{ id: string; token: string; address: string }>;
  /** Registered, approved, with its credentials. */
  readonly enlist: (team: string) => Promise<Team>;
  readonly openSeason: (rules?: object) => Promise<void>;
  /** Reset, and on to the start. */
  readonly startSeason: () => Promise<void>;
  /** Moves time, with fresh prices. */
  readonly pass: (byMillis: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openSeasonKit(settings: readonly string[] = []): Promise<SeasonKit> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-season-'));
  // Whoever wants seasons to be played through a gateway or a replica says so in the environment.
  const isFronted = process.env['PERPETUA_TEST_GATEWAYS'] === '1';
  const openSingle = isFronted ? openFrontedDemo : openDemoVenue;
  const open = isReplicated() ? openReplicatedDemo : openSingle;
  const demo = await open(folder, BEGIN, ['--page', 'off', ...settings]);
  const contracts = demo.venue.read.listing.contracts();
  const market = createDemoMarket(createDice(1), contracts, demo.house);
  await demo.venue.submit(market.next());
  const ask: AskAdmin = createAskAdmin(demo.admin, 'ann');
  let teams = 0;
  const kit: SeasonKit = {
    demo,
    market,
    folder,
    organise: async (path, body) => {
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await ask(method, `/competition${path}`, body);
      if (answer.isRefused) throw new Error(answer.message);
      return answer.body;
    },
    admin: (path, body, token = demo.admin.token) =>
      request(`${demo.admin.address}${path}`, body, { authorization: `Bearer ${token}` }),
    observerToken: readFileSync(join(folder, 'observer.token'), 'utf8').trim(),
    send: (path, { body, token, from = '10.9.9.9' } = {}) =>
      request(`${demo.baseUrl}${path}`, body, {
        'x-forwarded-for': from,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }),
    application,
    register: async (team) => {
      teams += 1;
      const address = `10.1.0.${teams}`;
      const body = kit.application(team, { addresses: [address] });
      const { status, json } = await kit.send('/competition/registrations', {
        body,
        from: address,
      });
      if (status !== 200) throw new Error(json.msg);
      return { id: json.registrationId, token: json.claimToken, address };
    },
    enlist: (team) => enlist(kit, team),
    openSeason: async (rules = {}) => {
      await kit.organise('/seasons', {
        name: 'Test season',
        startAt: BEGIN + HOUR,
        endAt: BEGIN + 3 * HOUR,
        ...rules,
      });
      await kit.organise('/registration', { open: true });
    },
    startSeason: async () => {
      await kit.organise('/reset', {});
      await kit.pass(BEGIN + HOUR - demo.now());
    },
    pass: async (byMillis) => {
      demo.goTo(demo.now() + byMillis);
      await demo.venue.submit(market.next());
      // The clock of the season has asked for start or end by now; this waits for it.
      await demo.venue.submit({ kind: 'advance-clock' });
    },
    close: async () => {
      await demo.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return kit;
}

const application = (team: string, changes: object = {}): object => ({
  team,
  members: [`${team} one`, `${team} two`],
  contact: `${team}@example.org`,
  addresses: ['10.1.0.1'],
  strategy: 'to win',
  ...changes,
});

async function enlist(kit: SeasonKit, team: string): Promise<Team> {
  const { id, token, address } = await kit.register(team);
  await kit.organise(`/registrations/${id}/approve`, {});
  const path = `/competition/registrations/${id}/credentials`;
  const { json } = await kit.send(path, { body: {}, token, from: address });
  const { apiKey, secretKey, passphrase, account, address: wallet } = json;
  const access = { apiKey, secretKey, passphrase };
  const from = { 'x-forwarded-for': address };
  const call = createCallVenue(kit.demo.baseUrl, access, undefined, from);
  return { name: team, id, token, account, apiKey, call, access, address, wallet };
}

async function request(url: string, body: object | undefined, headers: object): Promise<Reply> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

/** Any signed request, whatever its method and dialect. */
export async function callSigned(
  kit: SeasonKit,
  { access, address }: Team,
  what: { method: string; path: string; query?: string; body?: object },
): Promise<Reply> {
  const { method, path, query = '', body } = what;
  const target = query === '' ? path : `${path}?${query}`;
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = String(Date.now());
  const response = await fetch(`${kit.demo.baseUrl}${target}`, {
    method,
    headers: {
      'ACCESS-KEY': access.apiKey,
      'ACCESS-SIGN': sign(access.secretKey, timestamp + method + target + text),
      'ACCESS-PASSPHRASE': access.passphrase,
      'ACCESS-TIMESTAMP': timestamp,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const answer = await response.text();
  return { status: response.status, json: answer === '' ? null : JSON.parse(answer) };
}

/** A market or limit order as the interface takes it. */
export const orderBody = (
  type: '1' | '2' | '3' | '4',
  size: string,
  more: object = {},
): object => ({
  symbol: 'cmt_btcusdt',
  client_oid: `t${Math.floor(Number(process.hrtime.bigint() % 1_000_000_000n))}`,
  size,
  type,
  order_type: '0',
  match_price: '1',
  ...more,
});
