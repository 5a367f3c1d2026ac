/** The calls about an account in the Binance USDⓈ-M dialect, each with its act. */
import { ACCOUNT_V2, ACCOUNT_V3 } from '../../wire/binance/account/account.ts';
import { BALANCE_V2, BALANCE_V3 } from '../../wire/binance/account/balance.ts';
import {
  FEE_BURN,
  LEVERAGE,
  MARGIN_TYPE,
  MULTI_ASSETS,
  POSITION_MODE,
  SET_FEE_BURN,
  SET_MULTI_ASSETS,
  SET_POSITION_MODE,
} from '../../wire/binance/account/changes.ts';
import { INCOME } from '../../wire/binance/account/income.ts';
import { MARGIN_HISTORY, POSITION_MARGIN } from '../../wire/binance/account/position-margin.ts';
import {
  ADL_QUANTILE,
  POSITION_RISK_V1,
  POSITION_RISK_V2,
  POSITION_RISK_V3,
} from '../../wire/binance/account/position-risk.ts';
import {
  ACCOUNT_CONFIG,
  COMMISSION_RATE,
  LEVERAGE_BRACKET,
  ORDER_RATE,
  SYMBOL_CONFIG,
  TRADE_FEE,
  TRADING_STATUS,
} from '../../wire/binance/account/settings.ts';
import { adjustMargin, change, changeLeverage, changeMarginMode } from '../acts/change.ts';
import { readFees, readMarginMoves, readOwnDesks, readTerms } from '../acts/read-account.ts';
import { readIncome } from '../acts/read-bills.ts';
import { readContracts, readNothing } from '../acts/read-market.ts';
import { serve } from '../serve.ts';

export const ACCOUNT_CALLS = [
  serve(BALANCE_V2, readOwnDesks),
  serve(BALANCE_V3, readOwnDesks),
  serve(ACCOUNT_V2, readOwnDesks),
  serve(ACCOUNT_V3, readOwnDesks),
  serve(POSITION_RISK_V1, readOwnDesks),
  serve(POSITION_RISK_V2, readOwnDesks),
  serve(POSITION_RISK_V3, readOwnDesks),
  serve(ADL_QUANTILE, readOwnDesks),
  serve(ACCOUNT_CONFIG, readOwnDesks),
  serve(SYMBOL_CONFIG, readOwnDesks),
  serve(LEVERAGE, changeLeverage),
  serve(MARGIN_TYPE, changeMarginMode),
  serve(POSITION_MODE, readOwnDesks),
  serve(SET_POSITION_MODE, change),
  serve(MULTI_ASSETS, readNothing),
  serve(SET_MULTI_ASSETS, readNothing),
  serve(FEE_BURN, readNothing),
  serve(SET_FEE_BURN, readNothing),
  serve(POSITION_MARGIN, adjustMargin),
  serve(MARGIN_HISTORY, readMarginMoves),
  serve(LEVERAGE_BRACKET, readContracts),
  serve(COMMISSION_RATE, readTerms),
  serve(TRADE_FEE, readFees),
  serve(INCOME, readIncome),
  serve(ORDER_RATE, readNothing),
  serve(TRADING_STATUS, readNothing),
];
