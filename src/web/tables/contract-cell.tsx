/** A contract named in a row; clicking it selects the contract. */
import { findContract, symbol } from '../market/contracts.ts';

export function ContractCell({ name, note }: { name: string; note?: string }) {
  const contract = findContract(name);
  return (
    <button
      type="button"
      class="plain contract-cell"
      onClick={() => {
        symbol.value = name;
      }}
    >
      {contract === undefined ? name : `${contract.base}${contract.quote}`}
      {note === undefined ? null : <small>{note}</small>}
    </button>
  );
}
