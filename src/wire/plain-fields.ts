/** Fields of requests and records of the dialects that write symbols plainly: `BTCUSDT`. */
import { anyContract, oneContract } from './contract-query.ts';
import { contractField as listedContract } from './field.ts';
import { text, word } from './record-field.ts';

export const plainContractField = (description = 'The contract, for example `BTCUSDT`.') =>
  listedContract(description, 'BTCUSDT');

/** Request and reader of endpoints where the contract is required, and where it is optional. */
export const ONE_CONTRACT = oneContract(plainContractField());
export const ANY_CONTRACT = anyContract(
  plainContractField('One contract; all of them where it is left out.'),
);

export const plainSymbolText = () => text('The contract', 'BTCUSDT');
export const coin = () => text('The coin', 'USDT');
export const marginType = () => word(['CROSSED', 'ISOLATED'], 'Cross or isolated margin');
