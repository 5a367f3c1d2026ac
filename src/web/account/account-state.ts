/**
 * The signed-in account, as the private socket reports it: cash, positions and open orders. Events
 * are numbered without gaps; if one is missing, everything is loaded again.
 */
import { signal } from '@preact/signals';
import type { Money } from '../../domain/units.ts';
import { SOCKET_PATH, socketPrehash } from '../../wire/prehash.ts';
import type { SocketAccount, SocketOrder, SocketPosition } from '../../wire/v2/socket-records.ts';
import { LiveSocket, type PrivateMessage } from '../client/live-socket.ts';
import { type Session, session, signOut } from '../client/session.ts';
import { wallNow } from '../client/venue-clock.ts';
import { findContract } from '../market/contracts.ts';
import { drawSoon } from '../shell/frame.ts';
import { showNotice } from '../shell/notices.ts';
import { moneyOf, type OwnPosition, readHeld } from './own-position.ts';

/** Undefined until the venue has reported it. */
export const wallet = signal<Money | undefined>(undefined);
export const isLiquidating = signal(false);
export const held = signal<readonly OwnPosition[]>([]);
/** Working and untriggered ones, newest first. */
export const livingOrders = signal<readonly SocketOrder[]>([]);
/** Counts events of the account. Code that reads more than the sockets report depends on it. */
export const events = signal(0);
export const fillEvents = signal(0);
export const privateLink = signal<LiveSocket | undefined>(undefined);

/** Named by the venue's extension for browsers, which cannot send headers with a handshake. */
const LOGIN_PROTOCOL = 'perpetua.login';
const CHANNELS = ['account', 'positions', 'orders', 'fill'] as const;
const OVER: ReadonlySet<string> = new Set(['FILLED', 'CANCELED']);

interface Rows {
  account: SocketAccount | undefined;
  readonly positions: Map<string, SocketPosition>;
  readonly orders: Map<string, SocketOrder>;
  /** The number of the last event. */
  version: number;
}

export function watchAccount(): void {
  session.subscribe((who) => {
    privateLink.peek()?.close();
    forget();
    privateLink.value = who === undefined ? undefined : follow(who);
  });
}

function forget(): void {
  wallet.value = undefined;
  isLiquidating.value = false;
  held.value = [];
  livingOrders.value = [];
}

function follow(who: Session): LiveSocket {
  const rows: Rows = { account: undefined, positions: new Map(), orders: new Map(), version: 0 };
  const link = new LiveSocket({
    path: SOCKET_PATH,
    protocol: LOGIN_PROTOCOL,
    login: () => loginFrame(who),
    refused: (message) => {
      showNotice('bad', message);
      signOut();
    },
  });
  const draw = (): void => {
    if (session.peek() === who) show(rows);
  };
  for (const channel of CHANNELS)
    link.subscribe(channel, {
      hear: ({ msg }) => {
        if (msg === undefined) return;
        if (!isNext(rows, msg)) {
          rows.version = msg.version;
          for (const each of CHANNELS) link.renew(each);
        }
        take(rows, channel, msg);
        drawSoon(draw);
      },
    });
  return link;
}

async function loginFrame({ apiKey, passphrase, sign }: Session): Promise<object> {
  const timestamp = String(wallNow());
  const signature = await sign(socketPrehash(timestamp));
  return { event: 'login', key: apiKey, passphrase, timestamp, sign: signature };
}

/** A snapshot has the number of the last event; an event has the next one. */
function isNext(rows: Rows, { msgEvent, version }: PrivateMessage): boolean {
  const isSnapshot = msgEvent === 'Snapshot';
  const follows = isSnapshot || version <= rows.version + 1;
  if (follows) rows.version = Math.max(rows.version, version);
  return follows;
}

function take(rows: Rows, channel: (typeof CHANNELS)[number], msg: PrivateMessage): void {
  const { data, msgEvent } = msg;
  const isSnapshot = msgEvent === 'Snapshot';
  switch (channel) {
    case 'account':
      rows.account = data.collateral?.[0] ?? rows.account;
      break;
    case 'positions':
      if (isSnapshot) rows.positions.clear();
      takePositions(rows, data.position ?? []);
      break;
    case 'orders':
      if (isSnapshot) rows.orders.clear();
      takeOrders(rows, data.order ?? []);
      break;
    default:
      if (!isSnapshot) fillEvents.value += 1;
  }
  if (!isSnapshot) events.value += 1;
}

function takePositions({ positions }: Rows, changed: readonly SocketPosition[]): void {
  for (const row of changed)
    if (Number(row.size) === 0) positions.delete(row.id);
    else positions.set(row.id, row);
}

function takeOrders({ orders }: Rows, changed: readonly SocketOrder[]): void {
  for (const row of changed)
    if (OVER.has(row.status)) orders.delete(row.id);
    else orders.set(row.id, row);
}

function show({ account, positions, orders }: Rows): void {
  if (account !== undefined) {
    wallet.value = moneyOf(account.legacyAmount);
    isLiquidating.value = account.liquidating;
  }
  held.value = [...positions.values()].flatMap((row) => {
    const contract = findContract(row.contractId);
    return contract === undefined ? [] : [readHeld(contract, row)];
  });
  livingOrders.value = [...orders.values()].sort(
    (first, second) => Number(second.id) - Number(first.id),
  );
}
