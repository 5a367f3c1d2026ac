/** Help for callers in a sandbox: fields that were ignored, and symbols of another dialect. */
import type { TObject } from 'typebox';
import { type WireError, wireError } from '../wire/errors.ts';
import { isForeign } from '../wire/foreign-fields.ts';
import { type Fields, findUnknownFields, unknownFieldsText } from '../wire/read-request.ts';
import { explainSymbol } from '../wire/symbol.ts';
import type { Edge } from './edge.ts';
import type { OpenRoute } from './route.ts';
import type { Visit } from './visit.ts';

/** In a sandbox, names the fields that were ignored. */
export function warnOf(
  edge: Edge,
  { client, endpoint: path, dialect: { commonFields = [] } }: Visit,
  { request }: OpenRoute['endpoint'],
  fields: Fields,
): string | undefined {
  // Fields of other interfaces are refused by name, with advice, so they need no warning.
  const isExempt = (name: string): boolean => isForeign(name) || commonFields.includes(name);
  const warning = findWarning(request, fields, isExempt);
  if (warning !== undefined)
    edge.logger.info({ path, client: client.text, warning }, 'fields were ignored');
  return warning;
}

/** The demo endpoints have symbols of their own, which belong to no dialect. */
const DEMO = '/sim/';

/** In a sandbox, names the right symbol to a caller who sent that of another dialect. */
export function explainUnknown(
  { settings, venue, findContract, namings }: Edge,
  { dialect, endpoint }: Visit,
  fields: Fields,
): WireError | undefined {
  const sent = fields.get('symbol');
  if (!settings.sandboxHelp || typeof sent !== 'string' || endpoint.includes(DEMO))
    return undefined;
  if (findContract(dialect.listedSymbol?.(sent) ?? sent) !== undefined) return undefined;
  const contracts = venue.read.listing.contracts();
  const detail = explainSymbol({ contracts, namings }, sent, dialect);
  return detail && wireError('40020', { field: 'symbol', detail });
}

/** The ignored fields in one line; undefined if there are none. */
export function findWarning(
  schema: TObject,
  fields: Fields,
  isExempt: (name: string) => boolean = () => false,
): string | undefined {
  const unknown = findUnknownFields(schema, fields).filter(({ name }) => !isExempt(name));
  return unknown.length === 0 ? undefined : unknownFieldsText(unknown);
}
