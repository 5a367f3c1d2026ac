/** Queries with a contract or none. Dialects differ only in how they document them. */
import { Type } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { Visitor } from './caller.ts';
import { isWireError, type WireError } from './errors.ts';
import { contractField } from './field.ts';
import { type Fields, readRequest } from './read-request.ts';

export interface ContractQuery {
  readonly contract: Contract;
}

/** A null contract means all contracts. */
export interface ContractsQuery {
  readonly contract: Contract | null;
}

/** Returns the request and the reader of an endpoint that needs a contract. */
export const oneContract = (symbol = contractField()) => {
  const request = Type.Object({ symbol });
  const read = (visitor: Visitor, fields: Fields): ContractQuery | WireError => {
    const asked = readRequest(request, fields, visitor);
    return isWireError(asked) ? asked : { contract: asked.symbol };
  };
  return { request, read };
};

/** Returns the same with an optional contract. */
export const anyContract = (
  symbol = contractField('One contract; all of them where it is left out.'),
) => {
  const request = Type.Object({ symbol: Type.Optional(symbol) });
  const read = (visitor: Visitor, fields: Fields): ContractsQuery | WireError => {
    const asked = readRequest(request, fields, visitor);
    return isWireError(asked) ? asked : { contract: asked.symbol ?? null };
  };
  return { request, read };
};

/** Returns the request and the reader of an endpoint without fields. */
export const everything = () => ({
  request: Type.Object({}),
  read: (): ContractsQuery => ({ contract: null }),
});
