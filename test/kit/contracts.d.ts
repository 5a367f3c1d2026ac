import type { Contract } from '../../src/domain/contract.ts';
import { type ContractRow } from '../../src/wire/contract-table.ts';
export declare const EXAMPLE_ROW: ContractRow;
/** BTC as in the worked examples: tick 0.1, lot 0.0001, maker 0.02 %, taker 0.06 %, five tiers. */
export declare function exampleContract(changes?: Partial<ContractRow>): Contract;
export declare const exampleContracts: (changes: readonly Partial<ContractRow>[]) => Contract[];
/** The table in `contracts/default.json`, or some rows of it. */
export declare const shippedContracts: (isWanted?: (row: ContractRow) => boolean) => Contract[];
