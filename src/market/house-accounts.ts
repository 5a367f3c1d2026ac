/**
 * The accounts of the house: makers, the takers and the rester, who follows and who reverts, two
 * holders, and traders with leverage. They are opened with recorded deposits.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { MONEY_SCALE, type Money, money } from '../domain/units.ts';
import { LEVERAGES } from './leveraged-traders.ts';
import { MAKER_LEVERAGE } from './mind.ts';
import type { Item } from './requote.ts';

export const MAKERS = 3;
/** The makers, and after them the taker, the rester, the follower and the reverter. */
export const TRADING_ACCOUNTS = MAKERS + 4;
const FIRST_LEVERAGED = TRADING_ACCOUNTS + 2;
/**
 * The two holders and the traders with leverage come last: they are opened after the accounts that
 * a new venue begins with.
 */
export const HOUSE_ACCOUNTS = FIRST_LEVERAGED + LEVERAGES.length;
/** The first deposit of each house account, and the amount it is topped up to. */
export const HOUSE_DEPOSIT: Money = money(20_000_000n * MONEY_SCALE);
/** Below this a house account is topped up, by a deposit like any other. */
export const HOUSE_FLOOR: Money = money(10_000_000n * MONEY_SCALE);
/** The makers are one team, so they never trade with each other. */
const MAKER_TERMS: AccountTerms = { ...DEFAULT_TERMS, team: 'house-makers' };

/**
 * The commands that open and fund the trading accounts, if the next account opened is the first.
 */
export const houseGenesis = (first: AccountId, contracts: readonly Contract[]): Item[] =>
  openFrom(first, contracts, 0, TRADING_ACCOUNTS);

/** The same for the holders and the traders with leverage. */
export const lateGenesis = (first: AccountId, contracts: readonly Contract[]): Item[] =>
  openFrom(first, contracts, TRADING_ACCOUNTS, HOUSE_ACCOUNTS);

/**
 * The commands that open the accounts the house still lacks; none if it has them all. A venue that
 * began with a smaller house keeps its accounts, and the first of them are makers from now on.
 */
export function completeHouse(
  found: readonly AccountId[],
  next: AccountId,
  contracts: readonly Contract[],
): Item[] {
  if (found.length >= HOUSE_ACCOUNTS) return [];
  return [
    ...found
      .slice(0, MAKERS)
      .flatMap((account): Item[] => [
        { kind: 'set-account-terms', account, terms: MAKER_TERMS },
        ...contracts.map((contract) => lowerLeverage(account, contract)),
      ]),
    ...openFrom(next, contracts, found.length, HOUSE_ACCOUNTS),
  ];
}

/** Opens the accounts of the house from one place up to another. */
function openFrom(
  next: AccountId,
  contracts: readonly Contract[],
  from: number,
  to: number,
): Item[] {
  return Array.from({ length: to - from }, (_, at) => at).flatMap((at): Item[] => {
    const [account, place] = [accountId(next + at), from + at];
    const leverage = LEVERAGES[place - FIRST_LEVERAGED];
    return [
      { kind: 'open-account', role: 'house', terms: place < MAKERS ? MAKER_TERMS : DEFAULT_TERMS },
      { kind: 'deposit', account, amount: HOUSE_DEPOSIT },
      ...(place < MAKERS ? contracts.map((contract) => lowerLeverage(account, contract)) : []),
      ...(leverage === undefined
        ? []
        : contracts.map((contract) => leverageOf(account, contract, 'isolated', leverage))),
    ];
  });
}

/** The lower the leverage, the more the tiers of a contract let a maker hold. */
const lowerLeverage = (account: AccountId, contract: Contract): Item =>
  leverageOf(account, contract, 'cross', MAKER_LEVERAGE);

function leverageOf(
  account: AccountId,
  contract: Contract,
  marginMode: 'cross' | 'isolated',
  wanted: number,
): Item {
  const leverage = Math.max(contract.leverageMin, Math.min(wanted, contract.leverageMax));
  return {
    kind: 'set-leverage',
    account,
    contract: contract.id,
    marginMode,
    longLeverage: leverage,
    shortLeverage: leverage,
  };
}
