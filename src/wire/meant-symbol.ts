/** Which contract somebody meant who wrote its symbol as another dialect or interface does. */
import type { Contract } from '../domain/contract.ts';
import type { Texts } from './locale.ts';
import { symbolOf } from './v3/symbol.ts';

/** What each dialect calls a contract. */
const NAMINGS: readonly { readonly dialect: string; readonly of: (c: Contract) => string }[] = [
  { dialect: 'version 2', of: ({ symbol }) => symbol },
  { dialect: 'version 3', of: symbolOf },
];

/** The right symbol in the dialect; undefined where nobody can tell what was meant. */
export function explainSymbol(
  contracts: readonly Contract[],
  sent: string,
  dialect: string,
): Texts | undefined {
  const contract = findMeant(contracts, sent);
  const right = NAMINGS.find((naming) => naming.dialect === dialect);
  if (contract === undefined || right === undefined) return undefined;
  const symbol = right.of(contract);
  const other = NAMINGS.find((naming) => naming !== right && naming.of(contract) === sent);
  const known = other === undefined ? '' : ` ${sent} is its name in ${other.dialect}`;
  return {
    en: `did you mean ${symbol}?${known}`,
    zh: `应为${symbol}`,
  };
}

/** The name of the channel that was meant, where only its symbol is written otherwise. */
export function findMeantChannel(
  contracts: readonly Contract[],
  name: string,
  isChannel: (name: string) => boolean,
): string | undefined {
  for (const part of name.split(/[.@]/)) {
    const contract = findMeant(contracts, part);
    if (contract === undefined) continue;
    for (const { of } of NAMINGS) {
      const meant = name.replace(part, of(contract));
      if (isChannel(meant)) return meant;
    }
  }
  return undefined;
}

function findMeant(contracts: readonly Contract[], sent: string): Contract | undefined {
  const folded = fold(sent);
  return contracts.find((contract) => NAMINGS.some(({ of }) => fold(of(contract)) === folded));
}

/** `BTC/USDT:USDT`, `btc-usdt` and `BTCUSDT` are one. */
const fold = (symbol: string): string =>
  symbol
    .replace(/:.*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
