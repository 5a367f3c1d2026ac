/**
 * A dialect: one way of putting the venue into words. It only translates. Who a caller is, what is
 * done and what is remembered is the same whichever dialect a call came in. The weight of a call is
 * a term of its endpoint, and some calls weigh more in one dialect than in another.
 */
import type { Contract } from '../domain/contract.ts';
import type { DialectDocument } from './document.ts';
import type { Endpoint } from './endpoint.ts';
import type { FormatError, WireError } from './errors.ts';
import type { Fields, ReadFields } from './read-request.ts';
import type { SocketDialect } from './socket-dialect.ts';
import type { MarginWords } from './words.ts';

export interface WireDialect {
  /** A short name, for keys that are bound to it; also that of its folders. */
  readonly id: string;
  /** Where it stands among the dialects. The venue’s own programs speak the first. */
  readonly place: number;
  /** As documents call it. */
  readonly name: string;
  /** How a venue that opens says where it is: under which heading, and what stands there. */
  readonly greeting: { readonly heading: string; readonly text: string };
  /** Paths that begin so are spoken in it. */
  readonly prefixes: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** Paths that many of them share. */
  readonly sharedPaths?: readonly SharedPath[];
  /** What any body may have beside the fields of its endpoint. */
  readonly commonFields?: readonly string[];
  /** Whether a call of any method may have a body, whose content type is never read. */
  readonly takesForms: boolean;
  readonly readFields: ReadFields;
  /** Under which symbol the venue lists a contract that the dialect calls so, if under another. */
  readonly listedSymbol?: (symbol: string) => string;
  /** What the dialect calls a contract. */
  readonly symbolOf: (contract: Contract) => string;
  readonly marginWords: MarginWords;
  /** An object is written as JSON, a text as it is. */
  readonly formatError: FormatError<object | string>;
  /** Budgets of its own; without them its calls are charged to those of the venue. */
  readonly rateWindows?: readonly RateWindow[];
  /** The answer to a path or a method that it does not have. */
  readonly notFound: (method: string, path: string) => WireError;
  /** Undefined while it has none. */
  readonly sockets?: SocketDialect;
  readonly document: DialectDocument;
}

/** A path that many endpoints share: the body of a POST says which of them is meant. */
export interface SharedPath {
  readonly path: string;
  /** The path of the endpoint; undefined where the body names none. */
  readonly pathOf: (fields: Fields) => string | undefined;
}

export interface RateWindow {
  /** Weight by address; orders, or calls that send orders, by account. */
  readonly counts: 'weight' | 'orders' | 'order-calls';
  readonly millis: number;
  readonly limit: number;
  /** The header that tells how much is used. */
  readonly header: string;
  /** Or how much is left; then others tell the limit, and when it is whole again. */
  readonly left?: { readonly limit: string; readonly resetAt: string };
}
