/** Calls that answer with an object if they name a contract, and with a list if they do not. */
import { type TSchema, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { ContractsQuery } from '../contract-query.ts';
import { list } from '../record-field.ts';

export const oneOrAll = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, list(schema)]);

export const formatOneOrAll =
  <Row, Formed extends object>(format: (row: Row) => Formed) =>
  (rows: readonly Row[], { contract }: ContractsQuery): Formed | Formed[] => {
    if (contract === null) return rows.map(format);
    const [row] = rows;
    assert(row !== undefined, 'a contract has no row', contract.symbol);
    return format(row);
  };
