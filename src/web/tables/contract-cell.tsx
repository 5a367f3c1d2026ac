/** A contract named in a row; clicking it selects the contract. */
import { contractName, symbol } from '../market/contracts.ts';
import { put } from '../parts/controls.tsx';

export const ContractCell = ({ name, note }: { name: string; note?: string }) => (
  <button type="button" class="plain contract-cell" onClick={put(symbol, name)}>
    {contractName(name)}
    {note === undefined ? null : <small>{note}</small>}
  </button>
);
