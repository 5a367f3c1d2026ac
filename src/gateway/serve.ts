/**
 * Joins an endpoint of a dialect and an act into a route: the endpoint reads the call, the act does
 * the work, the endpoint formats the answer. The endpoint gets a `Caller`, which holds the facts
 * about the account that reading and formatting need.
 */
import type { CommandOutcome } from '../domain/command-outcome.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import type { CandleRange, CandleSeries } from '../venue/read.ts';
import type { Caller, Visitor } from '../wire/caller.ts';
import type { OpenEndpoint, OwnEndpoint } from '../wire/endpoint.ts';
import { isWireError, type WireError } from '../wire/errors.ts';
import { explainMissing } from './acts/find-order.ts';
import { BOOK_ACTS } from './acts/read-market.ts';
import type { Answer, Call, PrivateCall } from './call.ts';
import { repeatedAnswer } from './reply.ts';
import type { PrivateRoute, PublicRoute } from './route.ts';

/** The work of a call, the same in every dialect. It returns its result or an error. */
type Act<Kind extends Call, Asked, Told> = (
  call: Kind,
  asked: Asked,
) => Told | WireError | Promise<Told | WireError>;

/** Returns an error if the call is refused before it is read. */
type Admit = (call: PrivateCall) => WireError | undefined;

/** A route whose type carries the id of its endpoint. */
export type Known<Route, Id> = Route & { readonly endpoint: { readonly id: Id } };

export function serve<Asked, Told, Id extends string>(
  endpoint: OwnEndpoint<Asked, Told, Id>,
  act: Act<PrivateCall, NoInfer<Asked>, NoInfer<Told>>,
  admit?: Admit,
): Known<PrivateRoute, Id> {
  const { read, format, count = countOne } = endpoint;
  const handler = async (call: PrivateCall): Promise<Answer> => {
    const refused = admit?.(call);
    if (refused !== undefined) return refused;
    const caller = callerOf(call);
    const asked = read(caller, call.fields);
    if (isWireError(asked)) return explained(call, asked);
    const told = await act(call, asked);
    if (isWireError(told)) return endpoint.blame?.(told, asked) ?? told;
    const body = format(told, asked, caller);
    return isRepeat(told) ? repeatedAnswer(body) : body;
  };
  return { endpoint, handler, count };
}

export function serveOpen<Asked, Told, Id extends string>(
  endpoint: OpenEndpoint<Asked, Told, Id>,
  act: Act<Call, NoInfer<Asked>, NoInfer<Told>>,
): Known<PublicRoute, Id> {
  const { read, format } = endpoint;
  const handler = async (call: Call): Promise<Answer> => {
    const visitor = visitorOf(call);
    const asked = read(visitor, call.fields);
    if (isWireError(asked)) return asked;
    const told = await act(call, asked);
    return isWireError(told) ? told : format(told, asked, visitor);
  };
  return { endpoint, handler, showsBook: BOOK_ACTS.has(act) };
}

const countOne = (): number => 1;

/** Looks an unknown order up: if it has finished, the error says so. */
const explained = (call: PrivateCall, error: WireError): WireError | Promise<WireError> =>
  error.missing === undefined ? error : explainMissing(call, { by: 'id', order: error.missing });

/** Whether the call had been carried out before. The answer then says so in a header. */
const isRepeat = (told: unknown): boolean =>
  typeof told === 'object' && told !== null && 'isRepeat' in told && told.isRepeat === true;

/**
 * Returns what the endpoint may know about the account. If the same call came before, its position
 * or order may be gone by now. Its contract is remembered, and reading the call again needs only
 * that.
 */
const callerOf = (call: PrivateCall): Caller => {
  const { venue, account, before, findContract, locale, now, shared } = call;
  // Written out because this runs for every order, and copying members costs more.
  return {
    account,
    findContract,
    contractOf: venue.read.listing.contract,
    contracts: venue.read.listing.contracts,
    locale,
    now,
    venueNow: venue.read.now,
    takesOldConditionals: shared.legacyConditionalOrders,
    marginModeOf: (contract) => venue.read.account.settings(account, contract).marginMode,
    settingsOf: (contract) => venue.read.account.settings(account, contract),
    heldAt: (contract) =>
      venue.read.account
        .positions(account)
        .flatMap((held) => (held.contract.id === contract ? [held.position] : [])),
    findPosition: (id) => {
      const held = venue.read.account.positions(account).find(({ position }) => position.id === id);
      if (held !== undefined)
        return { contract: held.contract.id, positionSide: held.position.side };
      const contract = contractBefore(before);
      return contract === undefined ? undefined : { contract, positionSide: 'long' };
    },
    findOrderContract: (id) => {
      const order = venue.read.account.findOrder(id)?.order;
      if (order?.account === account) return venue.read.listing.contract(order.contract);
      const contract = contractBefore(before);
      return contract === undefined ? undefined : venue.read.listing.contract(contract);
    },
  };
};

/** Returns the same for a call that needs no key, without the account. */
export const visitorOf = ({ venue, findContract, locale, now }: Call): Visitor => ({
  findContract,
  contractOf: venue.read.listing.contract,
  contracts: venue.read.listing.contracts,
  locale,
  now,
  venueNow: venue.read.now,
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;

interface CandlesAsked {
  readonly contract: Contract;
  readonly price: CandleSeries['price'];
  readonly interval: CandleRange['interval'];
}

interface CandleStyle {
  /** Endpoints that write candles in the same way share their texts. */
  readonly name: string;
  readonly isNewestFirst?: true;
}

/** The act returns candles oldest first. */
export function serveCandles<
  Asked extends CandlesAsked,
  Row extends { readonly openAt: Millis },
  Id extends string,
>(
  endpoint: OpenEndpoint<Asked, readonly Row[], Id>,
  act: (call: Call, asked: NoInfer<Asked>) => readonly NoInfer<Row>[],
  { name, isNewestFirst }: CandleStyle,
): Known<PublicRoute, Id> {
  const { read, format } = endpoint;
  const handler = (call: Call): Answer => {
    const visitor = visitorOf(call);
    const asked = read(visitor, call.fields);
    if (isWireError(asked)) return asked;
    const { contract, price, interval } = asked;
    const texts = call.shared.candleTexts.textsOf(
      `${name} ${contract.id} ${price} ${interval}`,
      act(call, asked),
      call.venue.read.market.candlesOverBefore(interval),
      // A list of one, without its brackets.
      (row) => JSON.stringify(format([row], asked, visitor)).slice(1, -1),
    );
    return `[${(isNewestFirst === true ? texts.reverse() : texts).join(',')}]`;
  };
  return { endpoint, handler };
}
