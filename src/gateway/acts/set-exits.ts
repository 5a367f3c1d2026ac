/** Sets, moves and takes away the exits of a position, as one command. */
import type { Contract } from '../../domain/contract.ts';
import type { Order, TriggerPurpose } from '../../domain/order.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, NO_TICKS } from '../../domain/units.ts';
import type { WireError } from '../../wire/errors.ts';
import type { ExitsAsked, ExitWish, TrailWish } from '../../wire/order-target.ts';
import type { PrivateCall } from '../call.ts';
import type { Single } from './carry-out.ts';
import { changeEach } from './change.ts';

interface Place {
  readonly call: PrivateCall;
  readonly contract: Contract;
  readonly side: PositionSide;
  readonly size: Lots;
  /** The exits that wait there. */
  readonly waiting: readonly Readonly<Order>[];
}

export function setExits(call: PrivateCall, asked: ExitsAsked): Promise<WireError | undefined> {
  const { account, venue } = call;
  const { contract, positionSide } = asked;
  const held = venue.read.account
    .positions(account)
    .map((each) => ({ ...each.position, of: each.contract }))
    .find(({ of, side }) => of === contract && (positionSide ?? side) === side);
  // A repeat is told again what happened, though the position is gone.
  if (held === undefined && call.before === undefined) return Promise.resolve(asked.missing);
  const side = held?.side ?? positionSide ?? 'long';
  const place: Place = {
    call,
    contract,
    side,
    size: held?.size ?? contract.orderLotsMin,
    waiting: venue.read.account
      .orders({ account, contract: contract.id, group: 'untriggered' })
      .map(({ order }) => order)
      .filter((order) => order.positionSide === side && order.effect === 'close'),
  };
  const commands = [
    ...exitCommands(place, 'take-profit', asked.takeProfit),
    ...exitCommands(place, 'stop-loss', asked.stopLoss, isSized(asked.takeProfit)),
    ...trailCommands(place, asked.trailing),
  ];
  if (commands.length === 0 && call.before === undefined) return Promise.resolve(asked.same);
  return changeEach(call, commands);
}

const isSized = (wish: ExitWish | null | undefined): boolean => (wish?.size ?? null) !== null;

const isTrail = ({ options }: Readonly<Order>): boolean => options?.trailing !== undefined;

function exitCommands(
  place: Place,
  purpose: Exclude<TriggerPurpose, 'plan'>,
  wish: ExitWish | null | undefined,
  isSecond = false,
): Single[] {
  const known = place.waiting.find(
    (order) =>
      !isTrail(order) && order.trigger?.wholePosition === true && order.trigger.purpose === purpose,
  );
  if (wish === undefined) return [];
  if (wish === null) return known === undefined ? [] : [cancelOf(place, known)];
  const { triggerPrice, source: triggerSource, size, limit } = wish;
  const isSame =
    size === null &&
    known?.trigger?.price === triggerPrice &&
    known.trigger.source === triggerSource;
  if (isSame) return [];
  const exit = { ...exitAt(place), purpose, size, triggerPrice, triggerSource, price: limit };
  return [isSecond && size !== null ? { ...exit, options: { pairs: true } } : exit];
}

/** A trailing stop has the size of the position as it is set, and ends with it. */
function trailCommands(place: Place, wish: TrailWish | null | undefined): Single[] {
  const known = place.waiting.filter(isTrail);
  if (wish === undefined) return [];
  const cancels = known.map((order) => cancelOf(place, order));
  if (wish === null) return cancels;
  const { distance, activation } = wish;
  const isSame = known.some(({ size, options }) => {
    const trailing = options?.trailing;
    return (
      size === place.size && trailing?.distance === distance && trailing.activation === activation
    );
  });
  if (isSame) return [];
  return [
    {
      ...exitAt(place),
      purpose: 'stop-loss',
      size: place.size,
      triggerPrice: NO_TICKS,
      triggerSource: 'last',
      price: null,
      options: { trailing: { callback: 0, activation, distance } },
    },
    ...cancels,
  ];
}

const exitAt = ({ call, contract, side }: Place) =>
  ({
    kind: 'place-trigger',
    account: call.account,
    contract: contract.id,
    positionSide: side,
    effect: 'close',
    clientOrderId: null,
    marginMode: null,
  }) as const;

const cancelOf = ({ call }: Place, { id: order }: Readonly<Order>): Single => ({
  kind: 'cancel-order',
  account: call.account,
  target: { by: 'id', order },
});
