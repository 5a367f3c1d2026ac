/** What is done with accounts, their money and their settings, as commands. */

import type { AccountStatus, AccountTerms } from '../../src/domain/account.ts';
import { money, toBigInt } from '../../src/domain/units.ts';
import type { Verb } from './order-verbs.ts';
import { contractOf, type Request, type Single, takeMoney, takeRate } from './request.ts';
import { accountOf, findDesk, listingOf } from './stage.ts';
import { hasMore, take, takeIf, takeNumber, takeOneOf } from './words.ts';

const SIDES = ['long', 'short'] as const;
const MODES = ['cross', 'isolated'] as const;
const STATUSES: readonly AccountStatus[] = ['active', 'frozen', 'disqualified', 'closed'];

export const ACCOUNT_VERBS: Readonly<Record<string, Verb>> = {
  deposits: ({ account, words }) => ({ kind: 'deposit', account, amount: takeMoney(words) }),
  withdraws: ({ account, words }) => ({ kind: 'withdraw', account, amount: takeMoney(words) }),
  resets: ({ account, words }) => {
    takeOneOf(words, ['to']);
    return { kind: 'reset-account', account, wallet: takeMoney(words) };
  },
  becomes: ({ account, words }) => ({
    kind: 'set-account-status',
    account,
    status: takeOneOf(words, STATUSES),
    note: '',
  }),
  terms: setTerms,
  sets: (request) => {
    switch (takeOneOf(request.words, ['leverage', 'margin', 'mode', 'top-up'])) {
      case 'leverage':
        return setLeverage(request);
      case 'margin':
        return {
          kind: 'set-margin-mode',
          account: request.account,
          contract: contractOf(request),
          marginMode: takeOneOf(request.words, MODES),
        };
      case 'mode':
        return {
          kind: 'set-position-mode',
          account: request.account,
          mode: takeOneOf(request.words, ['hedge', 'net']),
        };
      case 'top-up':
        return {
          kind: 'set-auto-top-up',
          account: request.account,
          contract: contractOf(request),
          positionSide: takeOneOf(request.words, SIDES),
          enabled: takeOneOf(request.words, ['yes', 'no']) === 'yes',
        };
    }
  },
  adds: (request) => moveMargin(request, 'to', 1n),
  removes: (request) => moveMargin(request, 'from', -1n),
};

/** `leverage 10`, or `leverage long 10 short 5`; then the mode, or the current one. */
function setLeverage(request: Request): Single {
  const { words, account } = request;
  const perSide = takeIf(words, 'long') !== undefined;
  const longLeverage = takeNumber(words, 'a leverage');
  if (perSide) takeOneOf(words, ['short']);
  const shortLeverage = perSide ? takeNumber(words, 'a leverage') : longLeverage;
  const listing = listingOf(request.stage, words, request.symbol);
  const current = findDesk(accountOf(request.stage, account), listing)?.marginMode ?? 'cross';
  return {
    kind: 'set-leverage',
    account,
    contract: contractOf(request),
    marginMode: takeIf(words, ...MODES) ?? current,
    longLeverage,
    shortLeverage,
  };
}

function moveMargin(request: Request, preposition: string, sign: bigint): Single {
  const { words, account } = request;
  const amount = money(sign * toBigInt(takeMoney(words)));
  takeOneOf(words, [preposition]);
  const positionSide = takeOneOf(words, SIDES);
  return {
    kind: 'adjust-isolated-margin',
    account,
    contract: contractOf(request),
    positionSide,
    amount,
  };
}

/** Those that are named change, the others stay. */
function setTerms({ stage, words, account }: Request): Single {
  const change: { -readonly [Name in keyof AccountTerms]?: AccountTerms[Name] } = {};
  while (hasMore(words)) {
    const name = takeOneOf(words, ['maker', 'taker', 'cap', 'team', 'contracts', 'self-trade']);
    if (name === 'maker') change.makerFee = takeRate(words);
    if (name === 'taker') change.takerFee = takeRate(words);
    if (name === 'cap') change.leverageMax = takeNumber(words, 'a leverage');
    if (name === 'team') change.team = take(words, 'the name of a team');
    if (name === 'contracts') {
      const symbols = take(words, 'contracts, divided by commas').split(',');
      change.contracts = symbols.map((symbol) => listingOf(stage, words, symbol).contract.id);
    }
    if (name === 'self-trade')
      change.selfTrade = takeOneOf(words, ['cancel-maker', 'cancel-taker', 'cancel-both']);
  }
  const terms = { ...accountOf(stage, account).terms, ...change };
  return { kind: 'set-account-terms', account, terms };
}
