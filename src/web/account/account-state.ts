/** The signed-in account, as the private socket reports it: cash, positions and open orders. */
import { effect, signal } from '@preact/signals';
import {
  followAccount,
  type LiveAccount,
  type ToldFill,
  type ToldOrder,
  type ToldPlace,
} from '../../client/client.ts';
import type { Money } from '../../domain/units.ts';
import type { FillRecord } from '../../wire/v2/orders/read-orders.ts';
import {
  askOwn,
  isCutOff,
  privateState,
  ROUTINE,
  type Session,
  session,
  signOut,
  toldRefusal,
} from '../client/call.ts';
import { findContract, symbol } from '../market/contracts.ts';
import { drawSoon } from '../shell/frame.ts';
import { showRefusal } from '../shell/notices.ts';
import { moneyOf, type OwnPosition, readHeld } from './own-position.ts';

/** Undefined until the venue has reported it. */
export const wallet = signal<Money | undefined>(undefined);
export const isLiquidating = signal(false);
export const held = signal<readonly OwnPosition[]>([]);
/** Working and untriggered ones, newest first. */
export const livingOrders = signal<readonly ToldOrder[]>([]);
/** The places of resting orders in their queues, by order. */
export const queuePlaces = signal<ReadonlyMap<string, ToldPlace>>(new Map());
/** Counts events of the account. Code that reads more than the sockets report depends on it. */
export const events = signal(0);
export const fillEvents = signal(0);

/** Who wants to know of each row, and not only how things stand. */
interface RowListener {
  readonly order?: (row: ToldOrder) => void;
  readonly fill?: (row: ToldFill) => void;
  /** Everything there is, drawn anew. */
  readonly shown?: (account: LiveAccount) => void;
}

const listeners: RowListener[] = [];

export const listenToAccount = (listener: RowListener): void => void listeners.push(listener);

export function watchAccount(): void {
  let end: (() => void) | undefined;
  session.subscribe((who) => {
    end?.();
    forget();
    end = who === undefined ? undefined : follow(who);
  });
}

function forget(): void {
  wallet.value = undefined;
  isLiquidating.value = false;
  held.value = [];
  livingOrders.value = [];
  queuePlaces.value = new Map();
  privateState.value = undefined;
}

function follow(who: Session): () => void {
  const isOurs = (): boolean => session.peek() === who;
  const socket = who.client.privateSocket({
    onState: (state) => {
      if (isOurs()) privateState.value = state;
    },
    onError: (error) => {
      if (!isOurs()) return;
      showRefusal(toldRefusal(error));
      if (socket.state === 'closed') signOut();
    },
  });
  const { order } = who.client;
  const quiet: Pick<typeof order, 'detail' | 'fills'> = {
    detail: (asked) => order.detail(asked, ROUTINE),
    fills: (asked) => order.fills(asked, ROUTINE),
  };
  const draw = (): void => {
    if (isOurs()) show(account);
  };
  const account = followAccount({ order: quiet }, socket, {
    change: () => {
      events.value += 1;
      drawSoon(draw);
    },
    order: (row) => {
      for (const hear of listeners) hear.order?.(row);
    },
    fill: (row) => {
      fillEvents.value += 1;
      for (const hear of listeners) hear.fill?.(row);
    },
  });
  const endQueue = socket.subscribe('queue', {
    hear: ({ msg }) => {
      const places = new Map(msg.data.queue.map((row) => [row.order_id, row]));
      drawSoon(() => {
        if (isOurs()) queuePlaces.value = places;
      });
    },
  });
  return () => {
    endQueue();
    account.close();
    socket.close();
  };
}

function show(account: LiveAccount): void {
  const { collateral, positions, orders } = account;
  const money = collateral();
  if (money !== undefined) {
    wallet.value = moneyOf(money.legacyAmount);
    isLiquidating.value = money.liquidating;
  }
  held.value = positions().flatMap((row) => {
    const contract = findContract(row.contractId);
    return contract === undefined ? [] : [readHeld(contract, row)];
  });
  livingOrders.value = orders().toSorted((first, second) => Number(second.id) - Number(first.id));
  for (const hear of listeners) hear.shown?.(account);
}

/** The newest fills of the account, read again after each fill. */
export const recentFills = signal<readonly FillRecord[]>([]);

const SOON = 250;
const READ = 100;

export function watchFills(): void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const who = session.value;
    const about = { symbol: symbol.value, events: fillEvents.value };
    clearTimeout(soon);
    if (isCutOff.value) return;
    if (who === undefined) {
      recentFills.value = [];
      return;
    }
    soon = setTimeout(() => void read(about.symbol), SOON);
  });
}

async function read(name: string): Promise<void> {
  const who = session.peek();
  const asked = { symbol: name, limit: READ };
  const outcome = await askOwn(({ order }) => order.fills(asked, ROUTINE));
  if (outcome.ok && session.peek() === who) recentFills.value = outcome.value.list;
}
