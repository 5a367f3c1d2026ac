/** Questions that name a contract, or none: dialects differ only in how they document them. */
import type { TObject, TOptional, TUnsafe } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import { type FindContract, parseOptionalSymbol, parseSymbol } from './caller.ts';
import { isWireError, type WireError } from './errors.ts';
import { type Fields, readRequest } from './read-request.ts';

export interface ContractQuery {
  readonly contract: Contract;
}

/** A contract of null asks for all of them. */
export interface ContractsQuery {
  readonly contract: Contract | null;
}

type Symbol = TUnsafe<string>;

export const contractParser =
  (schema: TObject<{ symbol: Symbol }>) =>
  (find: FindContract, fields: Fields): ContractQuery | WireError => {
    const request = readRequest(schema, fields);
    if (isWireError(request)) return request;
    const contract = parseSymbol(find, request.symbol);
    return isWireError(contract) ? contract : { contract };
  };

export const contractsParser =
  (schema: TObject<{ symbol: TOptional<Symbol> }>) =>
  (find: FindContract, fields: Fields): ContractsQuery | WireError => {
    const request = readRequest(schema, fields);
    if (isWireError(request)) return request;
    const contract = parseOptionalSymbol(find, request.symbol);
    return isWireError(contract) ? contract : { contract };
  };
