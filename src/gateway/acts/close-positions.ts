/** Every position at market, with what became of each. */
import type { ClosePositions } from '../../domain/command.ts';
import type { Event } from '../../domain/event.ts';
import type { ContractId, OrderId, PositionId } from '../../domain/ids.ts';
import type { PositionSide } from '../../domain/side.ts';
import { positionsAt } from '../../venue/read-account.ts';
import type { WireError } from '../../wire/errors.ts';
import { rejectError } from '../../wire/reject-error.ts';
import type { PrivateCall } from '../call.ts';
import { isOwn } from './carry-out.ts';

/** A position that was to be closed, and the order that did it. */
export interface ClosedPosition {
  readonly position: PositionId;
  readonly outcome: OrderId | WireError;
}

export async function closePositions(
  call: PrivateCall,
  command: ClosePositions,
): Promise<ClosedPosition[]> {
  const held = placesOf(call, command.contract);
  const { events } = await call.venue.submit(command);
  const outcomes = new Map<string, Closing>();
  for (const place of held) outcomes.set(nameOf(place), { place, outcome: undefined });
  noteOrders(call, events, outcomes);
  const refusals = refusalsIn(call, events);
  // Refusals come in the order of the positions and name none of them.
  return [...outcomes.values()].flatMap(({ place, outcome }) => {
    const became = outcome ?? refusals.shift();
    return became === undefined ? [] : [{ position: place.position, outcome: became }];
  });
}

interface Place {
  readonly position: PositionId;
  readonly contract: ContractId;
  readonly side: PositionSide;
}

interface Closing {
  readonly place: Place;
  readonly outcome: OrderId | undefined;
}

const nameOf = ({ contract, side }: Omit<Place, 'position'>): string => `${contract} ${side}`;

const placesOf = (call: PrivateCall, contract: ContractId | null): Place[] =>
  positionsAt(call.venue, call.account)
    .map(({ position, contract: { id } }) => ({
      position: position.id,
      contract: id,
      side: position.side,
    }))
    .filter((place) => contract === null || place.contract === contract);

/** A position larger than the largest order is closed by several; the first stands for them. */
function noteOrders(
  call: PrivateCall,
  events: readonly Event[],
  outcomes: Map<string, Closing>,
): void {
  for (const event of events) {
    if (event.kind !== 'order-accepted' || !isOwn(event, call.account)) continue;
    const { contract, positionSide: side, order } = event;
    const known = outcomes.get(nameOf({ contract, side }));
    if (known !== undefined && known.outcome === undefined)
      outcomes.set(nameOf({ contract, side }), { ...known, outcome: order });
  }
}

const refusalsIn = ({ venue }: PrivateCall, events: readonly Event[]): WireError[] =>
  events.flatMap((event) => {
    if (event.kind !== 'command-rejected' || event.command !== 'close-positions') return [];
    const given = String(event.reject.given);
    const listing = venue.state.listings.find(({ contract }) => contract.symbol === given);
    return rejectError(event.reject, { command: null, contract: listing?.contract ?? null });
  });
