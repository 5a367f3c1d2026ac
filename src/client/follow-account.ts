/**
 * The account of a key as the private socket tells it: collateral, positions, living orders, and
 * every fill once. Events are numbered across the four channels. If one is missing, everything is
 * subscribed to again and begins with snapshots. Snapshots tell neither fills nor what became of
 * orders that are gone, so after a gap those are read by HTTP.
 */

import type {
  AccountPayload,
  FillPayload,
  OrderCalls,
  OrderFillsAnswer,
  OrdersPayload,
  PositionsPayload,
  PrivatePayloads,
  QueuePayload,
} from './calls.ts';
import { startTimer } from './client-timers.ts';
import type { LiveSocket } from './live-socket.ts';

export type ToldCollateral = AccountPayload['msg']['data']['collateral'][number];
export type ToldPosition = PositionsPayload['msg']['data']['position'][number];
export type ToldOrder = OrdersPayload['msg']['data']['order'][number];
export type ToldFill = FillPayload['msg']['data']['orderFillTransaction'][number];
export type ToldPlace = QueuePayload['msg']['data']['queue'][number];

export interface AccountListener {
  /** Anything of the account changed. */
  readonly change?: () => void;
  /** An order is new, has changed or is over (`FILLED`, `CANCELED`). */
  readonly order?: (order: ToldOrder) => void;
  readonly fill?: (fill: ToldFill) => void;
}

export interface LiveAccount {
  /** Undefined before the first snapshot. */
  readonly collateral: () => ToldCollateral | undefined;
  readonly positions: () => readonly ToldPosition[];
  /** Working and untriggered ones. */
  readonly orders: () => readonly ToldOrder[];
  readonly close: () => void;
}

type Channel = keyof PrivatePayloads;
type Message = Pick<AccountPayload['msg'], 'msgEvent' | 'version' | 'time'>;
type Calls = { readonly order: Pick<OrderCalls, 'detail' | 'fills'> };

/** Those that begin with a snapshot. */
const SNAPSHOTS = ['account', 'positions', 'orders'] as const;
const OVER: ReadonlySet<string> = new Set(['FILLED', 'CANCELED']);
const PAUSE_MILLIS = 1_000;

export function followAccount(
  client: Calls,
  socket: LiveSocket<PrivatePayloads>,
  listener: AccountListener = {},
): LiveAccount {
  let collateral: ToldCollateral | undefined;
  const positions = new Map<string, ToldPosition>();
  const orders = createOrders(client, listener);
  const change = (): void => listener.change?.();
  const fills = createFillReader(client, (fill) => {
    listener.fill?.(fill);
    change();
  });
  const numbering = createNumbering(socket);
  const ends = [
    socket.subscribe('account', {
      ...numbering.of('account'),
      hear: ({ msg }) => {
        if (!numbering.isNews('account', msg)) return;
        collateral = msg.data.collateral[0] ?? collateral;
        change();
      },
    }),
    socket.subscribe('positions', {
      ...numbering.of('positions'),
      hear: ({ msg }) => {
        if (!numbering.isNews('positions', msg)) return;
        if (isSnapshot(msg)) positions.clear();
        for (const row of msg.data.position)
          if (Number(row.size) === 0) positions.delete(row.id);
          else positions.set(row.id, row);
        change();
      },
    }),
    socket.subscribe('orders', {
      ...numbering.of('orders'),
      hear: ({ msg }) => {
        if (!numbering.isNews('orders', msg)) return;
        if (isSnapshot(msg)) orders.replace(msg.data.order);
        else msg.data.order.forEach(orders.take);
        change();
      },
    }),
    socket.subscribe('fill', {
      begin: fills.repair,
      hear: ({ msg }) => {
        // A fill is told by its own number, whatever the number of the event.
        numbering.isNews('fill', msg);
        fills.hear(msg.data.orderFillTransaction);
      },
    }),
  ];
  return {
    collateral: () => collateral,
    positions: () => [...positions.values()],
    orders: orders.living,
    close: () => {
      fills.close();
      for (const end of ends) end();
    },
  };
}

/** The living orders. Those that a snapshot does not have any more are asked for one by one. */
function createOrders(client: Calls, { order: tell, change }: AccountListener) {
  const living = new Map<string, ToldOrder>();
  const take = (row: ToldOrder): void => {
    if (OVER.has(row.status)) living.delete(row.id);
    else living.set(row.id, row);
    tell?.(row);
  };
  return {
    living: () => [...living.values()],
    take,
    replace: (rows: readonly ToldOrder[]): void => {
      const ids = new Set(rows.map(({ id }) => id));
      const gone = [...living.values()].filter(({ id }) => !ids.has(id));
      living.clear();
      for (const row of rows) living.set(row.id, row);
      for (const row of gone)
        void readEnd(client, row)
          .then(take)
          .then(change, () => undefined);
    },
  };
}

const isSnapshot = ({ msgEvent }: Message): boolean => msgEvent === 'Snapshot';

/** Tells which events are new, and begins anew if one is missing. */
function createNumbering(socket: LiveSocket<PrivatePayloads>) {
  /** The number of the last event; a snapshot has it too. */
  let version = 0;
  /** Channels whose snapshot has not come. */
  const waiting = new Set<Channel>(SNAPSHOTS);
  const lose = (): void => {
    // After a restart the venue counts from elsewhere.
    version = 0;
    for (const each of SNAPSHOTS) waiting.add(each);
  };
  return {
    of: (channel: Channel) => ({ begin: () => void waiting.add(channel), lose }),
    isNews: (channel: Channel, msg: Message): boolean => {
      if (isSnapshot(msg)) {
        waiting.delete(channel);
        version = Math.max(version, msg.version);
        return true;
      }
      if (waiting.has(channel) || msg.version <= version) return false;
      if (waiting.size === 0 && msg.version > version + 1) {
        lose();
        for (const each of [...SNAPSHOTS, 'fill'] as const) socket.renew(each);
        return false;
      }
      version = msg.version;
      return true;
    },
  };
}

/** What became of an order that is not among the living any more. */
async function readEnd({ order }: Calls, row: ToldOrder): Promise<ToldOrder> {
  const { status, filled_qty } = await order.detail({ orderId: row.id });
  const ended = status === 'filled' ? 'FILLED' : status === 'canceled' ? 'CANCELED' : row.status;
  return { ...row, status: ended, cumFillSize: filled_qty };
}

const KEPT_MAX = 10_000;
const keyOf = ({ id, orderId }: ToldFill): string => `${id} ${orderId}`;

/** Fills, each once: heard ones wait while those of a gap are read. */
function createFillReader({ order }: Calls, tell: (fill: ToldFill) => void) {
  const told = new Set<string>();
  /** The newest fill before the first subscription: those up to it are the past. */
  let past: OrderFillsAnswer['list'][number] | 'none' | undefined;
  let since = 0;
  let early: ToldFill[] | undefined;
  let round = 0;
  const tellNew = (fills: readonly ToldFill[]): void => {
    for (const fill of fills) {
      const key = keyOf(fill);
      if (told.has(key)) continue;
      told.add(key);
      since = Math.max(since, Number(fill.createdTime));
      tell(fill);
    }
    for (const oldest of told) {
      if (told.size <= KEPT_MAX) break;
      told.delete(oldest);
    }
  };
  const read = async (): Promise<ToldFill[]> => {
    if (past !== undefined) {
      const floor = past === 'none' ? 0 : past.tradeId;
      return (await readFills(order, since)).filter(({ id }) => Number(id) > floor);
    }
    past = (await order.fills({ limit: 1 })).list[0] ?? 'none';
    since = past === 'none' ? 0 : past.createdTime;
    return [];
  };
  const repair = async (own: number): Promise<void> => {
    while (own === round) {
      const fills = await read().catch(() => undefined);
      if (own !== round) return;
      if (fills !== undefined) {
        const later = early ?? [];
        early = undefined;
        tellNew([...fills, ...later]);
        return;
      }
      await new Promise((resolve) => {
        startTimer(resolve, PAUSE_MILLIS);
      });
    }
  };
  return {
    hear: (fills: readonly ToldFill[]): void => {
      if (early === undefined) tellNew(fills);
      else early.push(...fills);
    },
    repair: (): void => {
      round += 1;
      early ??= [];
      void repair(round);
    },
    close: (): void => {
      round += 1;
    },
  };
}

const PAGE_MAX = 100;

/** Oldest first, from a moment on. */
async function readFills(order: Calls['order'], startTime: number): Promise<ToldFill[]> {
  const found = new Map<string, ToldFill>();
  for (let endTime: number | undefined; ; ) {
    const before = found.size;
    const page = await order.fills({ startTime: startTime || undefined, endTime, limit: PAGE_MAX });
    for (const row of page.list.map(asLive)) found.set(keyOf(row), row);
    if (!page.nextFlag || found.size === before) break;
    endTime = page.list.at(-1)?.createdTime;
  }
  return [...found.values()].reverse();
}

const asLive = ({
  tradeId,
  orderId,
  symbol,
  createdTime,
  liquidateType: _kind,
  legacyOrdeDirection: _direction,
  ...row
}: OrderFillsAnswer['list'][number]): ToldFill => ({
  id: String(tradeId),
  coinId: 'USDT',
  contractId: symbol,
  orderId: String(orderId),
  separatedOpenOrderId: '0',
  createdTime: String(createdTime),
  updatedTime: String(createdTime),
  ...row,
});
