/**
 * Puts an endpoint of a dialect and an act together: a route that reads, acts and answers. The
 * endpoint learns of the caller what it needs to read the call and to put the answer.
 */
import type { CommandOutcome } from '../domain/command-outcome.ts';
import type { ContractId } from '../domain/ids.ts';
import type { Caller, Visitor } from '../wire/caller.ts';
import type { OpenEndpoint, OwnEndpoint } from '../wire/endpoint.ts';
import { isWireError, type WireError } from '../wire/errors.ts';
import { explainMissing } from './acts/find-order.ts';
import type { Answer, Call, PrivateCall } from './call.ts';
import { repeatedAnswer } from './reply.ts';
import type { PrivateRoute, PublicRoute } from './route.ts';

/** What is done for a call, whatever its dialect: it tells what came of it, or why nothing did. */
type Act<Kind extends Call, Asked, Told> = (
  call: Kind,
  asked: Asked,
) => Told | WireError | Promise<Told | WireError>;

/** Why a call is refused before it is read, if so. */
type Admit = (call: PrivateCall) => WireError | undefined;

/** A route whose endpoint is known by its id. */
type Known<Route, Id> = Route & { readonly endpoint: { readonly id: Id } };

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
    if (isWireError(told)) return told;
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
  return { endpoint, handler };
}

const countOne = (): number => 1;

/** An order that is not alive may be one that is over, which says more than that it is unknown. */
const explained = (call: PrivateCall, error: WireError): WireError | Promise<WireError> =>
  error.missing === undefined ? error : explainMissing(call, { by: 'id', order: error.missing });

/** What was asked for had been done before, and the answer says so in a header. */
const isRepeat = (told: unknown): boolean =>
  typeof told === 'object' && told !== null && 'isRepeat' in told && told.isRepeat === true;

/**
 * What the same call changed when it came before may be gone by now; its contract is remembered,
 * and that is all that reading the call again needs.
 */
const callerOf = (call: PrivateCall): Caller => {
  const { venue, account, before, findContract, locale, now } = call;
  // Written out, because orders come by the thousand and copying members costs more.
  return {
    account,
    findContract,
    contractOf: venue.read.listing.contract,
    locale,
    now,
    venueNow: venue.read.now,
    marginModeOf: (contract) => venue.read.account.settings(account, contract).marginMode,
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

/** Of a call that needs no key. */
const visitorOf = ({ venue, findContract, locale, now }: Call): Visitor => ({
  findContract,
  contractOf: venue.read.listing.contract,
  locale,
  now,
  venueNow: venue.read.now,
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;
