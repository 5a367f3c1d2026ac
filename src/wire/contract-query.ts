/** Questions that name a contract, or none: dialects differ only in how they document them. */
import { Type } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { Visitor } from './caller.ts';
import { isWireError, type WireError } from './errors.ts';
import { contractField } from './field.ts';
import { type Fields, readRequest } from './read-request.ts';

export interface ContractQuery {
  readonly contract: Contract;
}

/** A contract of null asks for all of them. */
export interface ContractsQuery {
  readonly contract: Contract | null;
}

/** Request and reading of an endpoint that must be told a contract. */
export const oneContract = (symbol = contractField()) => {
  const request = Type.Object({ symbol });
  const read = (visitor: Visitor, fields: Fields): ContractQuery | WireError => {
    const asked = readRequest(request, fields, visitor);
    return isWireError(asked) ? asked : { contract: asked.symbol };
  };
  return { request, read };
};

/** The same where the contract may be left out. */
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

/** Request and reading of an endpoint that is always about everything. */
export const everything = () => ({
  request: Type.Object({}),
  read: (): ContractsQuery => ({ contract: null }),
});
