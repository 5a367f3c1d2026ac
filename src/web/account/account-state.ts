/** The signed-in account, as the private socket reports it: cash, positions and open orders. */
import { signal } from '@preact/signals';
import {
  followAccount,
  type LiveAccount,
  type ToldFill,
  type ToldOrder,
} from '../../client/client.ts';
import type { Money } from '../../domain/units.ts';
import { privateState, ROUTINE, toldRefusal } from '../client/call.ts';
import { type Session, session, signOut } from '../client/session.ts';
import { findContract } from '../market/contracts.ts';
import { drawSoon } from '../shell/frame.ts';
import { showRefusal } from '../shell/notices.ts';
import { moneyOf, type OwnPosition, readHeld } from './own-position.ts';

/** Undefined until the venue has reported it. */
export const wallet = signal<Money | undefined>(undefined);
export const isLiquidating = signal(false);
export const held = signal<readonly OwnPosition[]>([]);
/** Working and untriggered ones, newest first. */
export const livingOrders = signal<readonly ToldOrder[]>([]);
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
  return () => {
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
