/**
 * A short scripted market: a house that quotes, two traders who disagree, and a price that
 * liquidates one of them. Everything shown is what the engine did with these commands.
 */
import { type AccountTerms, DEFAULT_TERMS, INSURANCE_FUND } from '../../src/domain/account.ts';
import type { Command, PlaceOrder } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { fineTicks, lots, type Millis, millis, money, seq, ticks } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { bareOrder } from '../sim/bare-order.ts';

/** What the script did at one step, and all events that followed. */
export interface Step {
  readonly title: string;
  readonly events: readonly Event[];
}

export interface ScriptedMarket {
  readonly state: VenueState;
  readonly names: ReadonlyMap<AccountId, string>;
  /** Runs the next step; undefined when the story is over. */
  readonly next: () => Step | undefined;
}

const START: Millis = millis(Date.UTC(2026, 0, 5, 7, 59, 30));
const USDT = 100_000_000n;
const BTC = contractId(0);

export function scriptMarket(contracts: readonly Contract[]): ScriptedMarket {
  const state = createState();
  const names = new Map<AccountId, string>([[INSURANCE_FUND, 'insurance fund']]);
  const run = (at: number, ...commands: Command[]): Event[] =>
    commands.flatMap((command) => [
      ...apply(state, { seq: seq(state.seq + 1), at: millis(START + at), command }),
    ]);
  const open = (name: string, wallet: bigint, role: 'trader' | 'house' = 'trader'): AccountId => {
    const id = accountId(state.nextAccount);
    const terms: AccountTerms = DEFAULT_TERMS;
    run(0, { kind: 'open-account', role, terms });
    run(0, { kind: 'deposit', account: id, amount: money(wallet * USDT) });
    names.set(id, name);
    return id;
  };
  for (const contract of contracts) run(0, { kind: 'list-contract', contract });
  run(0, { kind: 'deposit', account: INSURANCE_FUND, amount: money(1_000_000n * USDT) });
  const house = open('house', 1_000_000n, 'house');
  const alice = open('alice', 1_000n);
  const bob = open('bob', 1_000n);
  const steps: (readonly [string, () => Event[]])[] = [
    [
      'The index is 90,000.0 and the house quotes both sides',
      () => run(100, index(90_000), ...ladder(house, 90_000)),
    ],
    [
      'Alice buys 0.15 BTC at market, with 20x leverage',
      () => run(200, order(alice, 'open', 'long', 0.15, null)),
    ],
    [
      'Bob offers 0.05 BTC short at the best price, with a take-profit at 86,500.0',
      () => run(300, order(bob, 'open', 'short', 0.05, 90_001, { takeProfit: ticks(865_000) })),
    ],
    [
      'Alice adds 0.02 BTC with a limit of 100,000.0: it fills at the book, from Bob',
      () => run(400, order(alice, 'open', 'long', 0.02, 100_000)),
    ],
    [
      'It is 08:00:00: longs and shorts settle funding',
      () => run(31_000, { kind: 'advance-clock' }),
    ],
    [
      'The index falls to 86,000.0 and the house quotes lower, in one batch: Bob takes profit',
      () => [...run(32_000, quoteAt(house, 86_000)), ...run(33_000, { kind: 'advance-clock' })],
    ],
    [
      'It falls to 84,300.0: Alice no longer covers what her position requires',
      () => run(33_500, quoteAt(house, 84_300)),
    ],
  ];
  let done = 0;
  const next = (): Step | undefined => {
    const step = steps[done];
    done += 1;
    return step === undefined ? undefined : { title: step[0], events: step[1]() };
  };
  return { state, names, next };
}

/** A new index price and new quotes around it, as one command. */
const quoteAt = (house: AccountId, price: number): Command => ({
  kind: 'batch',
  commands: [
    { kind: 'cancel-all-orders', account: house, contract: null, scope: 'working' },
    index(price),
    ...ladder(house, price),
  ],
});

type Placeable = Exclude<Command, { readonly kind: 'batch' }>;

const index = (price: number): Placeable => ({
  kind: 'set-index-price',
  contract: BTC,
  price: fineTicks(price * 1_000),
});

/** Five levels on each side, a dollar apart, with sizes that grow outwards. */
function ladder(account: AccountId, mid: number): Placeable[] {
  return [1, 2, 3, 4, 5].flatMap((level) => [
    order(account, 'open', 'long', 0.1 * level, mid - 2 * level),
    order(account, 'open', 'short', 0.1 * level, mid + 2 * level),
  ]);
}

const order = (
  account: AccountId,
  effect: Effect,
  positionSide: PositionSide,
  size: number,
  price: number | null,
  more: Partial<PlaceOrder> = {},
): PlaceOrder =>
  bareOrder({
    account,
    contract: BTC,
    positionSide,
    effect,
    size: lots(Math.round(size * 10_000)),
    price: price === null ? null : ticks(price * 10),
    ...more,
  });
