/**
 * Options of orders, drawn on top of what the traders want anyway: prices of the book, ends,
 * trailing stops and the rest, right and wrong; and countdowns in between.
 */

import type { AmendOrder, Command, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import {
  ORDER_OPTIONS,
  type OrderOptions,
  type PriceMatch,
  TRIGGER_OPTIONS,
  type TriggerOptions,
} from '../../src/domain/order.ts';
import type { Shape, ShapeTable } from '../../src/domain/shape.ts';
import { lots, millis, money, NO_TICKS, ticks, toBigInt } from '../../src/domain/units.ts';
import { chance, type Dice, pick, roll } from './dice.ts';
import { indexTicks, marketAt, offBy, type Scene } from './scene.ts';

export function drawOptions(scene: Scene, command: Command): Command {
  const { dice, percent } = scene.options;
  if (percent === 0 || scene.sent.includes(command)) return command;
  if (command.kind === 'batch') {
    const commands = command.commands.map((each) => drawOption(scene, each));
    return { ...command, commands };
  }
  const isIdle = command.kind === 'advance-clock' || command.kind === 'place-order';
  return isIdle && chance(dice, 5) ? drawCountdown(scene) : drawOption(scene, command);
}

/** What only triggers may carry. */
const OWN_OPTIONS: ShapeTable = Object.fromEntries(
  Object.entries(TRIGGER_OPTIONS).filter(([option]) => !(option in ORDER_OPTIONS)),
);

type Single = Exclude<Command, { kind: 'batch' }>;

function drawOption(scene: Scene, command: Single): Single {
  const { dice, percent } = scene.options;
  if (command.kind === 'list-contract') return drawSmallest(scene, command);
  if (!chance(dice, percent)) return command;
  if (command.kind === 'place-order') return drawOrderOptions(scene, command);
  if (command.kind === 'place-trigger') return drawTriggerOptions(scene, command);
  return command.kind === 'amend-order' ? drawAmendedMatch(dice, command) : command;
}

function drawCountdown(scene: Scene): Command {
  const { dice } = scene.options;
  const { listings } = scene.state;
  const traders = scene.state.accounts.flatMap((account) => account?.id ?? []);
  return {
    kind: 'set-countdown',
    account: pick(dice, traders),
    contract: pick(dice, listings).contract.id,
    millis: millis(pick(dice, [0, roll(dice, 1, 500), roll(dice, 500, 60_000), -1])),
  };
}

/** Some contracts want orders of a tenth of the ordinary value at least. */
function drawSmallest(
  { options: { dice }, mix }: Scene,
  command: Extract<Command, { kind: 'list-contract' }>,
): Single {
  const { contract } = command;
  const chosen = mix.contracts.find(({ terms }) => terms.id === contract.id);
  if (chosen === undefined || !chance(dice, 40)) return command;
  const ordinary =
    BigInt(chosen.start) * BigInt(chosen.ordinaryLots) * toBigInt(contract.tickLotValue);
  return { ...command, contract: { ...contract, notionalMin: money(ordinary / 10n) } };
}

const someMatch = (dice: Dice): PriceMatch => ({
  of: pick(dice, ['opponent', 'queue'] as const),
  level: pick(dice, [1, 1, 1, 1, 5, 10, 20, 3]),
});

/** What orders and triggers may carry alike. */
function someShared(scene: Scene, clientOrderId: string | null): OrderOptions {
  const { dice } = scene.options;
  const life = pick(dice, [roll(dice, 1, 300), roll(dice, 300, 60_000), roll(dice, -1, 1)]);
  return {
    ...(chance(dice, 40)
      ? { selfTrade: pick(dice, ['cancel-maker', 'cancel-taker', 'cancel-both'] as const) }
      : {}),
    ...(chance(dice, 35) ? { expiresAt: millis(scene.at + life) } : {}),
    ...(clientOrderId !== null && chance(dice, 60) ? { clientIds: 'open-only' as const } : {}),
    ...drawLater(dice, ORDER_OPTIONS),
  };
}

/** Options that came after those below, by their table: each is tried from its first day on. */
function drawLater(dice: Dice, table: ShapeTable): object {
  const drawn = Object.entries(table).flatMap(([option, shape]) =>
    shape.form === 'optional' && shape.since > 2 && chance(dice, 25)
      ? [[option, drawValue(dice, shape.of)] as const]
      : [],
  );
  return Object.fromEntries(drawn);
}

function drawValue(dice: Dice, shape: Shape): unknown {
  switch (shape.form) {
    case 'number':
      return pick(dice, [shape.min, shape.min + 1, roll(dice, shape.min, shape.max), shape.max]);
    case 'bigint':
      return money(BigInt(roll(dice, -1, 1_000_000)));
    case 'flag':
      return shape.only ?? chance(dice, 50);
    case 'word':
      return pick(dice, shape.words);
    case 'nullable':
      return chance(dice, 30) ? null : drawValue(dice, shape.of);
    case 'record':
      return Object.fromEntries(
        Object.entries(shape.fields).map(([field, inner]) => [field, drawValue(dice, inner)]),
      );
    case 'text':
      return pick(dice, ['', 'a', 'x'.repeat(Math.min(shape.lengthMax, 100))]);
    default:
      throw new RangeError(`nothing draws a ${shape.form}`);
  }
}

function drawOrderOptions(scene: Scene, command: PlaceOrder): PlaceOrder {
  const { dice } = scene.options;
  const shared = { ...someShared(scene, command.clientOrderId), ...command.options };
  if (!chance(dice, 25)) return { ...command, options: shared };
  const price = chance(dice, 95) ? null : command.price;
  return { ...command, price, options: { ...shared, priceMatch: someMatch(dice) } };
}

function drawTriggerOptions(scene: Scene, command: PlaceTrigger): PlaceTrigger {
  const { dice } = scene.options;
  const options: TriggerOptions = {
    ...someShared(scene, command.clientOrderId),
    ...(chance(dice, 30) ? { priceProtect: true } : {}),
    ...(chance(dice, 50) ? { replaces: false } : {}),
    ...drawLater(dice, OWN_OPTIONS),
    ...command.options,
  };
  if (chance(dice, 35)) return drawTrailing(scene, command, options);
  const timeInForce = pick(dice, ['normal', 'post-only', 'fok', 'ioc'] as const);
  const isPlan = command.purpose === 'plan';
  return {
    ...command,
    ...(chance(dice, 20) ? { price: null } : {}),
    options: {
      ...options,
      ...(chance(dice, 50) ? { timeInForce } : {}),
      ...(isPlan && chance(dice, 50)
        ? { direction: pick(dice, ['rising', 'falling'] as const) }
        : {}),
      ...(chance(dice, 20) ? { priceMatch: someMatch(dice) } : {}),
    },
  };
}

/** A stop that trails by little fires soon; one that trails by much merges with others. */
function drawTrailing(scene: Scene, command: PlaceTrigger, options: TriggerOptions): PlaceTrigger {
  const { dice } = scene.options;
  if (scene.state.listings[command.contract] === undefined) return command;
  const market = marketAt(scene, command.contract);
  const away = roll(dice, -80, 80);
  const activation = chance(dice, 50) ? null : offBy(indexTicks(market), away);
  const callback = pick(dice, [1, roll(dice, 1, 5), roll(dice, 1, 40), pick(dice, [0, 201])]);
  const distance = ticks(pick(dice, [1, roll(dice, 1, 60), roll(dice, 1, 900), 0]));
  const trailing = chance(dice, 50)
    ? { callback, activation }
    : { callback: chance(dice, 95) ? 0 : callback, activation, distance };
  return {
    ...command,
    size: command.size ?? lots(market.chosen.ordinaryLots),
    triggerPrice: chance(dice, 95) ? NO_TICKS : ticks(5),
    price: null,
    options: { ...options, trailing },
  };
}

const drawAmendedMatch = (dice: Dice, command: AmendOrder): AmendOrder =>
  chance(dice, 40)
    ? { ...command, price: chance(dice, 90) ? null : command.price, priceMatch: someMatch(dice) }
    : command;
