/** Reads what was sent, has a handler answer it, and puts the answer into words. */
import type { Endpoint } from '../wire/endpoint.ts';
import { isWireError, type WireError, wireError } from '../wire/errors.ts';
import { isForeign } from '../wire/foreign-fields.ts';
import { explainSymbol } from '../wire/meant-symbol.ts';
import { type Fields, findMisspeltSymbol } from '../wire/read-request.ts';
import { type Answer, type Call, isRepeatedAnswer } from './call.ts';
import type { Edge } from './edge.ts';
import { errorOutcome, type Outcome } from './outcome.ts';
import { readFields } from './read-fields.ts';
import { findWarning } from './sandbox-help.ts';
import { thrownOutcome } from './thrown.ts';
import type { Visit } from './visit.ts';

export interface Responder {
  /** For calls whose cost is in their fields: why they cannot be paid, if so. */
  readonly charge?: (fields: Fields) => Outcome | undefined;
  readonly respond: (fields: Fields) => Answer | Promise<Answer>;
}

/** Never throws. */
export async function perform(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  { charge, respond }: Responder,
): Promise<Outcome> {
  try {
    const fields = readFields(visit);
    if (isWireError(fields)) return errorOutcome(visit, fields);
    const misspelt = findMisspeltSymbol(endpoint.request, fields);
    if (misspelt !== undefined) return errorOutcome(visit, misspelt);
    const warning = edge.settings.sandboxHelp ? warn(edge, visit, endpoint, fields) : undefined;
    const short = charge?.(fields);
    if (short !== undefined) return short;
    const answer = await respond(fields);
    const isUnknown = isWireError(answer) && answer.code === '40020' && answer.field === 'symbol';
    const outcome = outcomeOf(
      visit,
      isUnknown ? (explained(edge, visit, endpoint, fields) ?? answer) : answer,
    );
    return warning === undefined ? outcome : { ...outcome, warning };
  } catch (thrown) {
    return thrownOutcome(edge, visit, thrown);
  }
}

function warn(edge: Edge, visit: Visit, { path, request }: Endpoint, fields: Fields) {
  // What is refused by name elsewhere is known, and its answer says what to send instead.
  const warning = findWarning(request, fields, isForeign);
  if (warning !== undefined)
    edge.log.info({ path, client: visit.client.text, warning }, 'fields were ignored');
  return warning;
}

/** Contracts of the demo endpoints have names of their own, which are those of no dialect. */
const DEMO = '/sim/';

/** For who wrote the symbol of another dialect: the right one, in a sandbox. */
function explained(
  { settings, venue, findContract, namings }: Edge,
  { dialect }: Visit,
  { path }: Endpoint,
  fields: Fields,
): WireError | undefined {
  const sent = fields.get('symbol');
  if (!settings.sandboxHelp || typeof sent !== 'string' || path.includes(DEMO)) return undefined;
  if (findContract(dialect.listedSymbol(sent)) !== undefined) return undefined;
  const contracts = venue.read.listing.contracts();
  const detail = explainSymbol({ contracts, namings }, sent, dialect);
  return detail && wireError('40020', { field: 'symbol', detail });
}

export const callOf = (edge: Edge, visit: Visit, fields: Fields): Call => ({
  fields,
  locale: visit.locale,
  client: visit.client,
  venue: edge.venue,
  now: visit.now,
  findContract: (symbol) => edge.findContract(visit.dialect.listedSymbol(symbol)),
  marginWords: visit.dialect.marginWords,
  shared: edge.shared,
});

export function outcomeOf(visit: Visit, answer: Answer): Outcome {
  if (typeof answer === 'string') return { status: 200, body: answer };
  if (isWireError(answer)) return errorOutcome(visit, answer);
  if (isRepeatedAnswer(answer))
    return { status: 200, body: JSON.stringify(answer.body), isRepeat: true };
  return { status: 200, body: JSON.stringify(answer) };
}
