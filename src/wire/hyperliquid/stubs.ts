/** Reads of what this venue does not have: spot, vaults, staking. Their answers never change. */
import { Type } from 'typebox';
import { info } from './endpoint.ts';
import { bareAnswer } from './figure.ts';

const SPOT = {
  tokens: [
    {
      name: 'USDC',
      szDecimals: 8,
      weiDecimals: 8,
      index: 0,
      tokenId: '0x6d1e7cde53ba9467b783cb7c530ce054',
      isCanonical: true,
      evmContract: null,
      fullName: null,
      deployerTradingFeeShare: '0.0',
    },
  ],
  universe: [],
};

const ANSWERS: Readonly<Record<string, object>> = {
  spotMeta: SPOT,
  spotMetaAndAssetCtxs: [SPOT, []],
  perpDexs: [null],
  perpsAtOpenInterestCap: [],
  spotClearinghouseState: { balances: [] },
  userAbstraction: bareAnswer('disabled'),
  maxBuilderFee: bareAnswer(0),
  referral: bareAnswer(null),
  subAccounts: bareAnswer(null),
  userVaultEquities: [],
  delegations: [],
  delegatorSummary: {
    delegated: '0.0',
    undelegated: '0.0',
    totalPendingWithdrawal: '0.0',
    nPendingWithdrawals: 0,
  },
  userTwapSliceFills: [],
  twapHistory: [],
  vaultDetails: bareAnswer(null),
  outcomeMeta: { outcomes: [], questions: [] },
};

export const STUBS = Object.entries(ANSWERS).map(([type, answer]) =>
  info.openPost(`/${type}`, 2, {
    id: `hyperliquid${type[0]?.toUpperCase()}${type.slice(1)}`,
    response: Type.Unknown(),
    summary: `${type}: always the same`,
    text: 'The venue has nothing of this; programs ask before they trade.',
    format: () => answer,
  }),
);
