/**
 * The calls and channels of version 2, written by scripts/generate-client.ts from the declarations
 * in src/wire. Change those, and run `node scripts/generate-client.ts`.
 */
import type { CallTerms, SendCall } from './route.ts';

/** The codes of the venue's errors. */
export type VenueCode =
  /** HTTP 404: Request path does not exist. */
  | '404'
  /** HTTP 429: Too many requests. */
  | '429'
  /** HTTP 400: Header "ACCESS_KEY" is required. */
  | '40001'
  /** HTTP 400: Header "ACCESS_SIGN" is required. */
  | '40002'
  /** HTTP 400: Header "ACCESS_TIMESTAMP" is required. */
  | '40003'
  /** HTTP 400: Invalid ACCESS_TIMESTAMP. */
  | '40005'
  /** HTTP 400: Invalid ACCESS_KEY. */
  | '40006'
  /** HTTP 400: Invalid Content_Type, use "application/json". */
  | '40007'
  /** HTTP 400: Request timestamp expired. */
  | '40008'
  /** HTTP 400: API verification failed. */
  | '40009'
  /** HTTP 400: Header "ACCESS_PASSPHRASE" is required. */
  | '40011'
  /** HTTP 400: Incorrect API key/Passphrase. */
  | '40012'
  /** HTTP 403: Account frozen. */
  | '40013'
  /** HTTP 403: Invalid permissions. */
  | '40014'
  /** HTTP 400: System error. */
  | '40015'
  /** HTTP 400: Parameter validation failed. */
  | '40017'
  /** HTTP 521: Invalid IP request. */
  | '40018'
  /** HTTP 400: Parameter {} cannot be empty. */
  | '40019'
  /** HTTP 400: Parameter {} is invalid. */
  | '40020'
  /** HTTP 403: Open API permission check failed. */
  | '40021'
  /** HTTP 403: Insufficient permissions. */
  | '40022'
  /** HTTP 403: API permission disabled. */
  | '40753'
  /** HTTP 500: Internal server error. */
  | '50000'
  /** HTTP 403: The account may not trade this symbol. */
  | '50003'
  /** HTTP 403: The account may not access this API. */
  | '50004'
  /** HTTP 404: Order does not exist. */
  | '50005'
  /** HTTP 400: The leverage is above the limit. */
  | '50007';

/** Every call, by its group. */
export interface Calls {
  readonly market: MarketCalls;
  readonly account: AccountCalls;
  readonly order: OrderCalls;
  readonly perpetua: PerpetuaCalls;
  readonly sandbox: SandboxCalls;
  readonly competition: CompetitionCalls;
}

export interface MarketCalls {
  /**
   * Time of the venue. For checking the connection and setting clocks: signatures are valid for 30
   * seconds.
   */
  time(asked?: Readonly<Record<string, never>>, terms?: CallTerms): Promise<MarketTimeAnswer>;
  /**
   * Contracts and their steps, limits and fees. Sizes are multiples of `contract_val`; prices of
   * `priceEndStep` × 10^-`tick_size`.
   */
  contracts(
    asked?: MarketContractsAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketContractsRow[]>;
  /**
   * Order book by price. Asks ascend, bids descend: the best comes first on both sides. Each
   * hundred rows after the first hundred weigh one more for the address.
   */
  depth(asked: MarketDepthAsked, terms?: CallTerms): Promise<MarketDepthAnswer>;
  /** Tickers of all contracts. One ticker for each contract. */
  tickers(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<readonly MarketTickersRow[]>;
  /** Ticker of a contract. Prices now, and the last 24 hours. */
  ticker(asked: MarketTickerAsked, terms?: CallTerms): Promise<MarketTickerAnswer>;
  /**
   * Recent trades. Newest first. Each hundred rows after the first hundred weigh one more for the
   * address.
   */
  trades(asked: MarketTradesAsked, terms?: CallTerms): Promise<readonly MarketTradesRow[]>;
  /**
   * Candles. Newest first; the first one is still forming. Each hundred rows after the first
   * hundred weigh one more for the address.
   */
  candles(asked: MarketCandlesAsked, terms?: CallTerms): Promise<readonly MarketCandlesRow[]>;
  /** Candles of the past. Newest first. Where both times are given, `startTime` is ignored. */
  historyCandles(
    asked: MarketHistoryCandlesAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketHistoryCandlesRow[]>;
  /** Index or mark price. The index is the outside price; margin is computed from the mark. */
  index(asked: MarketIndexAsked, terms?: CallTerms): Promise<MarketIndexAnswer>;
  /** Open interest. Total long size, which equals total short size. */
  openInterest(
    asked: MarketOpenInterestAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketOpenInterestRow[]>;
  /** Next funding settlement. When longs and shorts next pay each other. */
  fundingTime(asked: MarketFundingTimeAsked, terms?: CallTerms): Promise<MarketFundingTimeAnswer>;
  /** Past funding rates. Newest first. */
  fundingHistory(
    asked: MarketFundingHistoryAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketFundingHistoryRow[]>;
  /**
   * Funding rates as they are forming. A positive rate is paid by longs to shorts at the next
   * settlement.
   */
  currentFunding(
    asked?: MarketCurrentFundingAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketCurrentFundingRow[]>;
  /**
   * Funding rates of all contracts. Whatever contract is asked for. Prefer
   * `market/currentFundRate`.
   */
  fundingRates(
    asked?: MarketFundingRatesAsked,
    terms?: CallTerms,
  ): Promise<readonly MarketFundingRatesRow[]>;
}

export interface AccountCalls {
  /**
   * Account with settings and collateral. Fee rates, margin modes and leverage by contract, and the
   * collateral with its totals.
   */
  getAccounts(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<AccountGetAccountsAnswer>;
  /** Account with settings and collateral (older name). The same as `account/getAccounts`. */
  accounts(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<AccountAccountsAnswer>;
  /**
   * Account of one coin. Fee rates, margin modes and leverage by contract, and the collateral with
   * its totals.
   */
  getAccount(asked: AccountGetAccountAsked, terms?: CallTerms): Promise<AccountGetAccountAnswer>;
  /**
   * Account of one coin (older name). The same as `account/getAccount`, with the coin by number.
   */
  account(asked?: AccountAccountAsked, terms?: CallTerms): Promise<AccountAccountAnswer>;
  /**
   * Assets. Equity is cash plus unrealised results. Unrealised profit is available for new orders.
   */
  assets(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<readonly AccountAssetsRow[]>;
  /** Bills. Every movement of collateral, newest first. Move `endTime` back to page. */
  bills(asked?: AccountBillsAsked, terms?: CallTerms): Promise<AccountBillsAnswer>;
  /** Leverage settings by contract. An object whose fields are symbols. */
  settings(asked?: AccountSettingsAsked, terms?: CallTerms): Promise<AccountSettingsAnswer>;
  /**
   * Set leverage. Refused while there are open orders on the contract, untriggered ones included.
   * In cross margin both sides have the same leverage. Setting the same value again succeeds.
   */
  leverage(asked: AccountLeverageAsked, terms?: CallTerms): Promise<AccountLeverageAnswer>;
  /** Add or remove isolated margin. Positive amounts add, negative ones remove. */
  adjustMargin(
    asked: AccountAdjustMarginAsked,
    terms?: CallTerms,
  ): Promise<AccountAdjustMarginAnswer>;
  /**
   * Switch automatic top-up of an isolated position. When on, a position that is short of margin
   * draws it from the wallet before it is liquidated.
   */
  autoAppend(asked: AccountAutoAppendAsked, terms?: CallTerms): Promise<AccountAutoAppendAnswer>;
  /** All open positions. Long and short of one contract are two positions. */
  allPosition(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<readonly AccountAllPositionRow[]>;
  /** Open positions of a contract. A list of none, one or two. */
  singlePosition(
    asked: AccountSinglePositionAsked,
    terms?: CallTerms,
  ): Promise<readonly AccountSinglePositionRow[]>;
  /**
   * Set the margin mode of a contract. Refused while there are positions or orders on the contract.
   */
  holdModel(asked: AccountHoldModelAsked, terms?: CallTerms): Promise<AccountHoldModelAnswer>;
}

export interface OrderCalls {
  /**
   * Place an order. The answer means that the order was accepted; `order/detail` tells what became
   * of it. The same `client_oid` with the same content answers with the first order and places
   * nothing.
   */
  placeOrder(asked: OrderPlaceOrderAsked, terms?: CallTerms): Promise<OrderPlaceOrderAnswer>;
  /**
   * Place up to 20 orders. Each order succeeds or fails by itself; results are in the order of the
   * request.
   */
  batchOrders(asked: OrderBatchOrdersAsked, terms?: CallTerms): Promise<OrderBatchOrdersAnswer>;
  /** Cancel an order. By `orderId` or by `clientOid`. What was filled stays filled. */
  cancelOrder(asked?: OrderCancelOrderAsked, terms?: CallTerms): Promise<OrderCancelOrderAnswer>;
  /** Cancel up to 50 orders. By `ids` or by `cids`. Each cancel succeeds or fails by itself. */
  cancelBatch(asked?: OrderCancelBatchAsked, terms?: CallTerms): Promise<OrderCancelBatchAnswer>;
  /** One order. Working, untriggered or finished. */
  detail(asked: OrderDetailAsked, terms?: CallTerms): Promise<OrderDetailAnswer>;
  /** Finished orders. Newest first, within at most 90 days. Move `endCreateDate` back to page. */
  history(asked?: OrderHistoryAsked, terms?: CallTerms): Promise<readonly OrderHistoryRow[]>;
  /** Working orders. Newest first. Pages are numbered from 0. */
  current(asked?: OrderCurrentAsked, terms?: CallTerms): Promise<readonly OrderCurrentRow[]>;
  /**
   * Fills. Newest first. The price of a fill is `fillValue` / `fillSize`. Move `endTime` to page.
   */
  fills(asked?: OrderFillsAsked, terms?: CallTerms): Promise<OrderFillsAnswer>;
  /**
   * Close positions at market. One contract or all. Working closes of these positions are canceled
   * first.
   */
  closePositions(
    asked?: OrderClosePositionsAsked,
    terms?: CallTerms,
  ): Promise<readonly OrderClosePositionsRow[]>;
  /** Cancel all orders of a kind. An empty list where there was nothing to cancel. */
  cancelAll(asked: OrderCancelAllAsked, terms?: CallTerms): Promise<readonly OrderCancelAllRow[]>;
  /** Submit the log of a decision. For accounts of a competition. */
  uploadAiLog(asked: OrderUploadAiLogAsked, terms?: CallTerms): Promise<OrderUploadAiLogAnswer>;
  /**
   * Place a trigger order. It fires when the last price reaches the trigger from where it stands
   * now.
   */
  planOrder(asked: OrderPlanOrderAsked, terms?: CallTerms): Promise<OrderPlanOrderAnswer>;
  /** Cancel a trigger order. Also for take-profit and stop-loss orders. */
  cancelPlan(asked: OrderCancelPlanAsked, terms?: CallTerms): Promise<OrderCancelPlanAnswer>;
  /** Untriggered orders. Newest first, take-profit and stop-loss orders included. */
  currentPlan(
    asked?: OrderCurrentPlanAsked,
    terms?: CallTerms,
  ): Promise<readonly OrderCurrentPlanRow[]>;
  /** Finished trigger orders. Newest first. Move `endTime` back to page. */
  historyPlan(asked: OrderHistoryPlanAsked, terms?: CallTerms): Promise<OrderHistoryPlanAnswer>;
  /** Place a take-profit or stop-loss. For a position that is open. A list of one. */
  placeTpSl(asked: OrderPlaceTpSlAsked, terms?: CallTerms): Promise<readonly OrderPlaceTpSlRow[]>;
  /** Change a take-profit or stop-loss. Its trigger, what triggers it, and its limit. */
  modifyTpSl(asked: OrderModifyTpSlAsked, terms?: CallTerms): Promise<OrderModifyTpSlAnswer>;
}

export interface PerpetuaCalls {
  /**
   * Margin tiers of contracts. By the value of a position: the highest leverage, and the rate at
   * which maintenance grows within each tier, as an income tax does.
   */
  tiers(asked?: PerpetuaTiersAsked, terms?: CallTerms): Promise<readonly PerpetuaTiersRow[]>;
  /**
   * The last day of every contract in a few prices. The last price of each half hour of the last 24
   * hours. Contracts that never traded are left out.
   */
  sparklines(
    asked?: Readonly<Record<string, never>>,
    terms?: CallTerms,
  ): Promise<readonly PerpetuaSparklinesRow[]>;
  /**
   * Why one was liquidated or deleveraged. Every step with all numbers that went into it, newest
   * first.
   */
  liquidations(
    asked?: PerpetuaLiquidationsAsked,
    terms?: CallTerms,
  ): Promise<readonly PerpetuaLiquidationsRow[]>;
  /**
   * Why one paid or received funding. Payment = size × mark × rate, payers rounded up. Newest
   * first. The size is the one that gives exactly this payment; null where it cannot be told.
   */
  funding(asked?: PerpetuaFundingAsked, terms?: CallTerms): Promise<readonly PerpetuaFundingRow[]>;
  /**
   * Equity, results, fees, funding and win rate. PnL is the change of equity less what was paid in:
   * `realised + unrealised - fees + funding + covered`. Days, from midnight to midnight UTC, add up
   * to it; so do contracts, with `covered`. An order that closed something is one trade, which won
   * if it gained after its fees. Resets are no trades.
   */
  portfolio(asked?: PerpetuaPortfolioAsked, terms?: CallTerms): Promise<PerpetuaPortfolioAnswer>;
  /**
   * Change the price or size of an order in the book. The order keeps its id. A smaller size keeps
   * its place in the queue; a new price or a larger size loses it. A refused change changes
   * nothing. `order/modifyTpSlOrder` changes orders that still wait.
   */
  amend(asked: PerpetuaAmendAsked, terms?: CallTerms): Promise<PerpetuaAmendAnswer>;
}

export interface SandboxCalls {
  /**
   * Let venue time pass. Only in a sandbox that was started with `--time stepped`: there, time
   * stands still but for steps. It is answered when the step is over, with venue time before and
   * after. One step at a time: another is refused meanwhile. A step goes on to its end if its
   * caller is gone, and ends early if the venue stops.
   */
  timeStep(asked?: SandboxTimeStepAsked, terms?: CallTerms): Promise<SandboxTimeStepAnswer>;
}

export interface CompetitionCalls {
  /** A season. Its rules, where it stands, and how many teams have registered. */
  season(asked?: CompetitionSeasonAsked, terms?: CallTerms): Promise<CompetitionSeasonAnswer>;
  /** Venue time and the newest season. Cheap to ask often. */
  now(asked?: Readonly<Record<string, never>>, terms?: CallTerms): Promise<CompetitionNowAnswer>;
  /** The rules. What the venue holds every team to. */
  rules(asked?: CompetitionRulesAsked, terms?: CallTerms): Promise<CompetitionRulesAnswer>;
  /**
   * The leaderboard. Best first. As late as the rules say, and still before the end where they say
   * so.
   */
  board(asked?: CompetitionBoardAsked, terms?: CallTerms): Promise<CompetitionBoardAnswer>;
  /**
   * Equity of the leaders, side by side. For drawing. As late as the rules say, and still before
   * the end where they say so.
   */
  curves(asked?: CompetitionCurvesAsked, terms?: CallTerms): Promise<CompetitionCurvesAnswer>;
  /** One team. As late as the rules say, and still before the end where they say so. */
  team(asked: CompetitionTeamAsked, terms?: CallTerms): Promise<CompetitionTeamAnswer>;
  /**
   * The equity of a team over time. As late as the rules say, and still before the end where they
   * say so.
   */
  equity(asked: CompetitionEquityAsked, terms?: CallTerms): Promise<CompetitionEquityAnswer>;
  /**
   * Register a team. As many from one address as the organiser allows, 200 in an hour by default.
   */
  register(asked: CompetitionRegisterAsked, terms?: CallTerms): Promise<CompetitionRegisterAnswer>;
  /** One’s own registration. Send the claim token as `Authorization: Bearer …`. */
  registration(
    asked: CompetitionRegistrationAsked,
    terms?: CallTerms,
  ): Promise<CompetitionRegistrationAnswer>;
  /**
   * Collect the credentials. Once, after the approval. Send the claim token as `Authorization:
   * Bearer …`.
   */
  claim(asked: CompetitionClaimAsked, terms?: CallTerms): Promise<CompetitionClaimAnswer>;
  /**
   * Withdraw. Before the start; the key ends with it. Send the claim token as `Authorization:
   * Bearer …`.
   */
  withdraw(asked: CompetitionWithdrawAsked, terms?: CallTerms): Promise<CompetitionWithdrawAnswer>;
}

/** What the channels of the public socket carry. */
export interface PublicPayloads {
  /** Prices and the last 24 hours, on change. */
  readonly [ticker: `ticker.${string}`]: TickerPayload;
  /**
   * A snapshot, then changes. Prices LAST_PRICE, MARK_PRICE; intervals MINUTE_1, MINUTE_3,
   * MINUTE_5, MINUTE_15, MINUTE_30, HOUR_1, HOUR_2, HOUR_4, HOUR_6, HOUR_8, HOUR_12, DAY_1, DAY_3,
   * WEEK_1, MONTH_1.
   */
  readonly [kline: `kline.${'LAST_PRICE' | 'MARK_PRICE'}.${string}.${string}`]: KlinePayload;
  /** A snapshot, then changes with continuous versions. Limits 15, 200. */
  readonly [depth: `depth.${string}.${15 | 200}`]: DepthPayload;
  /** Trades as they happen. */
  readonly [trades: `trades.${string}`]: TradesPayload;
}

/** What the channels of the private socket carry. */
export interface PrivatePayloads {
  /** Collateral, when it moves. */
  readonly account: AccountPayload;
  /** Positions, when they change. */
  readonly positions: PositionsPayload;
  /** Orders, when they change. */
  readonly orders: OrdersPayload;
  /** Fills as they happen. */
  readonly fill: FillPayload;
}

export interface MarketTimeAnswer {
  /** Seconds since 1970 with three decimals */
  readonly epoch: string;
  /** ISO 8601 in UTC */
  readonly iso: string;
  /** The same moment, Unix time in milliseconds */
  readonly timestamp: number;
}

export interface MarketContractsAsked {
  /** One contract; all of them where it is left out. */
  readonly symbol?: string | undefined;
}

export interface MarketContractsRow {
  /** The contract */
  readonly symbol: string;
  /** Base coin */
  readonly underlying_index: string;
  /** Quote coin */
  readonly quote_currency: string;
  /** Margin coin */
  readonly coin: string;
  /** Size of one contract unit in the base coin: the step of sizes */
  readonly contract_val: string;
  /** Times of day (UTC) at which funding settles */
  readonly delivery: readonly string[];
  /** Number of decimals of a size */
  readonly size_increment: string;
  /** Number of decimals of a price */
  readonly tick_size: string;
  /** True: margined in the quote coin */
  readonly forwardContractFlag: boolean;
  /** Step of the last digit of a price */
  readonly priceEndStep: number;
  /** Lowest leverage */
  readonly minLeverage: number;
  /** Highest leverage of the platform; an account may be allowed less */
  readonly maxLeverage: number;
  /** How far above the mark a buy may trade */
  readonly buyLimitPriceRatio: string;
  /** How far below the mark a sell may trade */
  readonly sellLimitPriceRatio: string;
  /** Fee rate of makers */
  readonly makerFeeRate: string;
  /** Fee rate of takers */
  readonly takerFeeRate: string;
  /** Smallest order in the base coin */
  readonly minOrderSize: string;
  /** Largest order in the base coin */
  readonly maxOrderSize: string;
  /** Largest position in the base coin */
  readonly maxPositionSize: string;
  /** Largest market order that opens */
  readonly marketOpenLimitSize: string;
}

export interface MarketDepthAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Levels of each side. */
  readonly limit?: '15' | '200' | 15 | 200 | undefined;
}

export interface MarketDepthAnswer {
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: string;
}

export interface MarketTickersRow {
  /** The contract */
  readonly symbol: string;
  /** Price of the last trade */
  readonly last: string;
  /** Lowest ask; 0 where there is none */
  readonly best_ask: string;
  /** Highest bid; 0 where there is none */
  readonly best_bid: string;
  /** Highest price of 24 hours */
  readonly high_24h: string;
  /** Lowest price of 24 hours */
  readonly low_24h: string;
  /** Turnover of 24 hours in the quote coin */
  readonly volume_24h: string;
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: string;
  /** Change over 24 hours as a fraction */
  readonly priceChangePercent: string;
  /** Volume of 24 hours in the base coin */
  readonly base_volume: string;
  /** Mark price */
  readonly markPrice: string;
  /** Index price */
  readonly indexPrice: string;
}

export interface MarketTickerAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
}

export type MarketTickerAnswer = MarketTickersRow;

export interface MarketTradesAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** How many trades. */
  readonly limit?: number | string | undefined;
}

export interface MarketTradesRow {
  /** The trade, as a UUID */
  readonly ticketId: string;
  /** When it happened, Unix time in milliseconds */
  readonly time: number;
  /** Price */
  readonly price: string;
  /** Size in the base coin */
  readonly size: string;
  /** Value in the quote coin */
  readonly value: string;
  /** The contract */
  readonly symbol: string;
  /** Always true */
  readonly isBestMatch: boolean;
  /** Whether the buyer had been resting: the taker sold */
  readonly isBuyerMaker: boolean;
  /** Size of one contract unit */
  readonly contractVal: string;
}

export interface MarketCandlesAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Length of a candle. */
  readonly granularity: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '12h' | '1d' | '1w';
  /** How many candles. */
  readonly limit?: number | string | undefined;
  /** Which price the candles follow. */
  readonly priceType?: 'LAST' | 'MARK' | 'INDEX' | undefined;
}

export type MarketCandlesRow = readonly [string, string, string, string, string, string, string];

export interface MarketHistoryCandlesAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Length of a candle. */
  readonly granularity: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '12h' | '1d' | '1w';
  /**
   * Candles from here on; ignored where endTime is given. Unix time in milliseconds; anything else
   * is ignored.
   */
  readonly startTime?: string | undefined;
  /** Candles before this moment. Unix time in milliseconds; anything else is ignored. */
  readonly endTime?: string | undefined;
  /** How many candles. */
  readonly limit?: number | string | undefined;
  /** Which price the candles follow. */
  readonly priceType?: 'LAST' | 'MARK' | 'INDEX' | undefined;
}

export type MarketHistoryCandlesRow = MarketCandlesRow;

export interface MarketIndexAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Which price. */
  readonly priceType?: 'INDEX' | 'MARK' | undefined;
}

export interface MarketIndexAnswer {
  /** The contract */
  readonly symbol: string;
  /** The price */
  readonly index: string;
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: string;
}

export type MarketOpenInterestAsked = MarketTickerAsked;

export interface MarketOpenInterestRow {
  /** The contract */
  readonly symbol: string;
  /** Total long size in the base coin */
  readonly base_volume: string;
  /** The same at the mark in the quote coin */
  readonly target_volume: string;
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: string;
}

export type MarketFundingTimeAsked = MarketTickerAsked;

export interface MarketFundingTimeAnswer {
  /** The contract */
  readonly symbol: string;
  /** The next settlement, Unix time in milliseconds */
  readonly fundingTime: number;
}

export interface MarketFundingHistoryAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** How many settlements. */
  readonly limit?: number | string | undefined;
}

export interface MarketFundingHistoryRow {
  /** The contract */
  readonly symbol: string;
  /** The rate that was settled */
  readonly fundingRate: string;
  /** The settlement, Unix time in milliseconds */
  readonly fundingTime: number;
}

export type MarketCurrentFundingAsked = MarketContractsAsked;

export interface MarketCurrentFundingRow {
  /** The contract */
  readonly symbol: string;
  /** The rate as it is forming */
  readonly fundingRate: string;
  /** Minutes between settlements */
  readonly collectCycle: number;
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: number;
}

export type MarketFundingRatesAsked = MarketContractsAsked;

export interface MarketFundingRatesRow {
  /** Always null: the coins stand in `baseCurrency` */
  readonly symbol: null;
  /** The rate as it is forming */
  readonly fundingRate: string;
  /** Minutes between settlements */
  readonly collectCycle: number;
  /** When it was taken, Unix time in milliseconds */
  readonly timestamp: number;
  /** Base and quote */
  readonly baseCurrency: string;
}

export interface AccountGetAccountsAnswer {
  readonly account: {
    readonly defaultFeeSetting: {
      /** Whether the account has rates of its own */
      readonly is_set_fee_rate: boolean;
      /** Taker fee rate */
      readonly taker_fee_rate: string;
      /** Maker fee rate */
      readonly maker_fee_rate: string;
      /** Always false */
      readonly is_set_fee_discount: boolean;
      /** Always 0 */
      readonly fee_discount: string;
      /** Always false */
      readonly is_set_taker_maker_fee_discount: boolean;
      /** Always 0 */
      readonly taker_fee_discount: string;
      /** Always 0 */
      readonly maker_fee_discount: string;
    };
    readonly feeSetting: readonly {
      /** The contract */
      readonly symbol: string;
      /** Whether the account has rates of its own */
      readonly is_set_fee_rate: boolean;
      /** Taker fee rate */
      readonly taker_fee_rate: string;
      /** Maker fee rate */
      readonly maker_fee_rate: string;
      /** Always false */
      readonly is_set_fee_discount: boolean;
      /** Always 0 */
      readonly fee_discount: string;
      /** Always false */
      readonly is_set_taker_maker_fee_discount: boolean;
      /** Always 0 */
      readonly taker_fee_discount: string;
      /** Always 0 */
      readonly maker_fee_discount: string;
    }[];
    readonly modeSetting: readonly {
      /** The contract */
      readonly symbol: string;
      /** Cross or isolated margin */
      readonly marginMode: 'SHARED' | 'ISOLATED';
      /** Fills of one direction make one position */
      readonly separatedMode: 'COMBINED';
      /** Whether long and short may be held at once */
      readonly positionMode: 'HEDGE' | 'ONE_WAY';
      /** Fills of one direction make one position */
      readonly separatedModeEnum: 'COMBINED';
      /** Whether long and short may be held at once */
      readonly positionModeEnum: 'HEDGE' | 'ONE_WAY';
    }[];
    readonly leverageSetting: readonly {
      /** The contract */
      readonly symbol: string;
      /** Leverage of longs in isolated margin */
      readonly isolated_long_leverage: string;
      /** Leverage of shorts in isolated margin */
      readonly isolated_short_leverage: string;
      /** Leverage in cross margin */
      readonly cross_leverage: string;
    }[];
    /** Orders per minute; 0 for no limit of its own */
    readonly createOrderRateLimitPerMinute: number;
    /** Delay of orders; 0 for none */
    readonly createOrderDelayMilliseconds: number;
    /** When the account was opened, Unix time in milliseconds */
    readonly createdTime: number;
    /** When its money last moved, Unix time in milliseconds */
    readonly updatedTime: number;
  };
  readonly collateral: readonly {
    /** The coin */
    readonly coin: string;
    /** Cross or isolated margin */
    readonly marginMode: 'SHARED' | 'ISOLATED';
    /** Always null */
    readonly crossSymbol: null;
    /** The isolated position; 0 in cross margin */
    readonly isolatedPositionId: number;
    /** Collateral: cash less what longs cost plus what shorts brought in */
    readonly amount: string;
    /** Always 0 */
    readonly pending_deposit_amount: string;
    /** Always 0 */
    readonly pending_withdraw_amount: string;
    /** Always 0 */
    readonly pending_transfer_in_amount: string;
    /** Always 0 */
    readonly pending_transfer_out_amount: string;
    /** Whether the account is being liquidated */
    readonly is_liquidating: boolean;
    /** Cash balance, realised results included */
    readonly legacy_amount: string;
    /** Deposited */
    readonly cum_deposit_amount: string;
    /** Withdrawn */
    readonly cum_withdraw_amount: string;
    /** Received from other accounts */
    readonly cum_transfer_in_amount: string;
    /** Sent to other accounts */
    readonly cum_transfer_out_amount: string;
    /** Moved into isolated positions */
    readonly cum_margin_move_in_amount: string;
    /** Moved out of isolated positions */
    readonly cum_margin_move_out_amount: string;
    /** Paid for opening longs */
    readonly cum_position_open_long_amount: string;
    /** Received for opening shorts */
    readonly cum_position_open_short_amount: string;
    /** Received for closing longs */
    readonly cum_position_close_long_amount: string;
    /** Paid for closing shorts */
    readonly cum_position_close_short_amount: string;
    /** Fees paid */
    readonly cum_position_fill_fee_amount: string;
    /** Liquidation fees paid */
    readonly cum_position_liquidate_fee_amount: string;
    /** Funding received; negative where paid */
    readonly cum_position_funding_amount: string;
    /** Fee income; only of the venue */
    readonly cum_order_fill_fee_income_amount: string;
    /** Liquidation fee income; only of the venue */
    readonly cum_order_liquidate_fee_income_amount: string;
    /** When it began, Unix time in milliseconds */
    readonly created_time: number;
    /** When it last changed, Unix time in milliseconds */
    readonly updated_time: number;
  }[];
  /** Always null */
  readonly version: null;
}

export type AccountAccountsAnswer = AccountGetAccountsAnswer;

export interface AccountGetAccountAsked {
  /** The coin. */
  readonly coin: string;
}

export type AccountGetAccountAnswer = AccountGetAccountsAnswer;

export interface AccountAccountAsked {
  /** The coin: 2 is USDT. */
  readonly coinId?: '2' | 2 | undefined;
}

export type AccountAccountAnswer = AccountGetAccountsAnswer;

export interface AccountAssetsRow {
  /** The coin */
  readonly coinName: string;
  /** Free for new orders */
  readonly available: string;
  /** Everything, unrealised results included */
  readonly equity: string;
  /** Held by working orders */
  readonly frozen: string;
  /** Sum of unrealised results */
  readonly unrealizePnl: string;
}

export interface AccountBillsAsked {
  /** One coin; all where empty. */
  readonly coin?: string | undefined;
  /** One contract; all where empty. */
  readonly symbol?: string | undefined;
  /** One kind of bill; all where empty. */
  readonly businessType?:
    | 'deposit'
    | 'withdraw'
    | 'transfer_in'
    | 'transfer_out'
    | 'margin_move_in'
    | 'margin_move_out'
    | 'position_open_long'
    | 'position_open_short'
    | 'position_close_long'
    | 'position_close_short'
    | 'position_funding'
    | 'order_fill_fee_income'
    | 'order_liquidate_fee_income'
    | 'start_liquidate'
    | 'finish_liquidate'
    | 'order_fix_margin_amount'
    | 'tracking_follow_pay'
    | 'tracking_system_pre_receive'
    | 'tracking_follow_back'
    | 'tracking_trader_income'
    | 'tracking_third_party_share'
    | undefined;
  /** The earliest. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest; move it back to page. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** How many bills. */
  readonly limit?: number | string | undefined;
}

export interface AccountBillsAnswer {
  /** Whether there are older ones */
  readonly hasNextPage: boolean;
  readonly items: readonly {
    /** The bill */
    readonly billId: number;
    /** The coin */
    readonly coin: string;
    /** The contract; empty where there is none */
    readonly symbol: string;
    /** Signed change of collateral, fee included */
    readonly amount: string;
    /** What it was for */
    readonly businessType:
      | 'deposit'
      | 'withdraw'
      | 'transfer_in'
      | 'transfer_out'
      | 'margin_move_in'
      | 'margin_move_out'
      | 'position_open_long'
      | 'position_open_short'
      | 'position_close_long'
      | 'position_close_short'
      | 'position_funding'
      | 'order_fill_fee_income'
      | 'order_liquidate_fee_income'
      | 'start_liquidate'
      | 'finish_liquidate'
      | 'order_fix_margin_amount'
      | 'tracking_follow_pay'
      | 'tracking_system_pre_receive'
      | 'tracking_follow_back'
      | 'tracking_trader_income'
      | 'tracking_third_party_share';
    /** Collateral after it */
    readonly balance: string;
    /** Wallet balance after it, which counts results and not the value of positions */
    readonly wallet: string;
    /** Fee contained in it */
    readonly fillFee: string;
    /** Reason of a transfer */
    readonly transferReason: 'UNKNOWN_TRANSFER_REASON' | 'USER_TRANSFER';
    /** When it happened, Unix time in milliseconds */
    readonly ctime: number;
  }[];
}

export type AccountSettingsAsked = MarketContractsAsked;

export type AccountSettingsAnswer = Readonly<
  Record<
    string,
    {
      /** Leverage of longs in isolated margin */
      readonly isolated_long_leverage: string;
      /** Leverage of shorts in isolated margin */
      readonly isolated_short_leverage: string;
      /** Leverage in cross margin */
      readonly cross_leverage: string;
    }
  >
>;

export interface AccountLeverageAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Margin mode: 1 cross, 3 isolated; the current one where left out. */
  readonly marginMode?: '1' | '3' | 1 | 3 | undefined;
  /** Leverage of long positions, a whole number. */
  readonly longLeverage: string | number;
  /** Leverage of short positions; that of long positions where left out. */
  readonly shortLeverage?: string | number | undefined;
}

export interface AccountLeverageAnswer {
  /** Always success */
  readonly msg: 'success';
  /** When it was answered, Unix time in milliseconds */
  readonly requestTime: number;
  /** Always 200 */
  readonly code: '200';
}

export interface AccountAdjustMarginAsked {
  /** The coin: 2 is USDT. */
  readonly coinId?: '2' | 2 | undefined;
  /** The `id` of an isolated position. */
  readonly isolatedPositionId: string | number;
  /** Margin to add; negative to remove. */
  readonly collateralAmount: string | number;
}

export type AccountAdjustMarginAnswer = AccountLeverageAnswer;

export interface AccountAutoAppendAsked {
  /** The `id` of an isolated position. */
  readonly positionId: string | number;
  /** Whether the position draws missing margin from the wallet. */
  readonly autoAppendMargin: boolean;
}

export type AccountAutoAppendAnswer = AccountLeverageAnswer;

export interface AccountAllPositionRow {
  /** The position */
  readonly id: number;
  /** The account */
  readonly account_id: number;
  /** The coin: 2 is USDT */
  readonly coin_id: number;
  /** The contract by number */
  readonly contract_id: number;
  /** The contract */
  readonly symbol: string;
  /** Side */
  readonly side: 'LONG' | 'SHORT';
  /** Cross or isolated margin */
  readonly margin_mode: 'SHARED' | 'ISOLATED';
  /** Fills of one direction make one position */
  readonly separated_mode: 'COMBINED';
  /** Always 0 */
  readonly separated_open_order_id: number;
  /** Leverage */
  readonly leverage: string;
  /** Size in the base coin, never negative */
  readonly size: string;
  /** What the open size cost */
  readonly open_value: string;
  /** Opening fees of the open size */
  readonly open_fee: string;
  /** Funding paid by the open size; negative where received */
  readonly funding_fee: string;
  /** Margin: value at the mark by leverage, or the isolated margin */
  readonly marginSize: string;
  /** Isolated margin; 0 in cross margin */
  readonly isolated_margin: string;
  /** Whether it draws missing margin from the wallet */
  readonly is_auto_append_isolated_margin: boolean;
  /** Opened since it began */
  readonly cum_open_size: string;
  /** Cost of that */
  readonly cum_open_value: string;
  /** Fees of that */
  readonly cum_open_fee: string;
  /** Closed since it began */
  readonly cum_close_size: string;
  /** Proceeds of that */
  readonly cum_close_value: string;
  /** Fees of that */
  readonly cum_close_fee: string;
  /** Funding paid since it began; negative where received */
  readonly cum_funding_fee: string;
  /** Liquidation fees since it began */
  readonly cum_liquidate_fee: string;
  /** Place in the journal where it began */
  readonly created_match_sequence_id: number;
  /** Place in the journal where it last changed */
  readonly updated_match_sequence_id: number;
  /** When it began, Unix time in milliseconds */
  readonly created_time: number;
  /** When it last changed, Unix time in milliseconds */
  readonly updated_time: number;
  /** Size of one contract unit */
  readonly contractVal: string;
  /** What closing at the mark would realise */
  readonly unrealizePnl: string;
  /** Mark at which it would be liquidated; 0 for none */
  readonly liquidatePrice: string;
}

export type AccountSinglePositionAsked = MarketTickerAsked;

export type AccountSinglePositionRow = AccountAllPositionRow;

export interface AccountHoldModelAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Margin mode: 1 cross, 3 isolated. */
  readonly marginMode: '1' | '3' | 1 | 3;
  /** Position mode: 1 combined, the only one. */
  readonly separatedMode?: '1' | 1 | undefined;
}

export type AccountHoldModelAnswer = AccountLeverageAnswer;

export interface OrderPlaceOrderAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`. */
  readonly client_oid?: string | undefined;
  /** Size in the base coin, a multiple of the step of the contract. */
  readonly size: string | number;
  /** 1 open long, 2 open short, 3 close long, 4 close short. */
  readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  /** 0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel. */
  readonly order_type?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3 | undefined;
  /** 0 limit at `price`, 1 market. A market order is always immediate-or-cancel. */
  readonly match_price: '0' | '1' | 0 | 1;
  /** Limit price, a multiple of the tick; ignored for market orders. */
  readonly price?: string | undefined;
  /** Take-profit to create as the order fills; none where left out or 0. */
  readonly presetTakeProfitPrice?: string | number | undefined;
  /** Stop-loss to create as the order fills; none where left out or 0. */
  readonly presetStopLossPrice?: string | number | undefined;
  /**
   * The mode that you mean; an account in the other one refuses the order. With ONE_WAY an order
   * that opens first shrinks the position of the other side.
   */
  readonly positionMode?: 'HEDGE' | 'ONE_WAY' | undefined;
  /** Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract. */
  readonly marginMode?: '1' | '3' | 1 | 3 | undefined;
}

export interface OrderPlaceOrderAnswer {
  readonly client_oid: string | null;
  /** The order */
  readonly order_id: string;
}

export interface OrderBatchOrdersAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract. */
  readonly marginMode?: '1' | '3' | 1 | 3 | undefined;
  /** The orders, in the order in which they are placed. */
  readonly orderDataList: readonly {
    /** The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`. */
    readonly client_oid?: string;
    /** Size in the base coin, a multiple of the step of the contract. */
    readonly size: string | number;
    /** 1 open long, 2 open short, 3 close long, 4 close short. */
    readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
    /** 0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel. */
    readonly order_type?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
    /** 0 limit at `price`, 1 market. A market order is always immediate-or-cancel. */
    readonly match_price: '0' | '1' | 0 | 1;
    /** Limit price, a multiple of the tick; ignored for market orders. */
    readonly price?: string;
    /** Take-profit to create as the order fills; none where left out or 0. */
    readonly presetTakeProfitPrice?: string | number;
    /** Stop-loss to create as the order fills; none where left out or 0. */
    readonly presetStopLossPrice?: string | number;
    /**
     * The mode that you mean; an account in the other one refuses the order. With ONE_WAY an order
     * that opens first shrinks the position of the other side.
     */
    readonly positionMode?: 'HEDGE' | 'ONE_WAY';
  }[];
}

export interface OrderBatchOrdersAnswer {
  readonly order_info: readonly {
    /** The order; empty where it failed */
    readonly order_id: string;
    /** The caller’s own id; empty where there is none */
    readonly client_oid: string;
    /** Whether it was placed */
    readonly result: boolean;
    /** Empty where it was placed */
    readonly error_code: string;
    /** Empty where it was placed */
    readonly error_message: string;
  }[];
  /** Whether the batch was carried out */
  readonly result: boolean;
}

export interface OrderCancelOrderAsked {
  /** The order; this or `clientOid`. */
  readonly orderId?: string | number | undefined;
  /** The caller’s own id of the order; this or `orderId`. */
  readonly clientOid?: string | undefined;
}

export interface OrderCancelOrderAnswer {
  /** The order */
  readonly order_id: string;
  readonly client_oid: string | null;
  /** Whether it was canceled */
  readonly result: boolean;
  readonly err_msg: string | null;
}

export interface OrderCancelBatchAsked {
  /** Orders by id; this or `cids`. */
  readonly ids?: readonly (string | number)[] | undefined;
  /** Orders by the caller’s own ids; this or `ids`. */
  readonly cids?: readonly (string | number)[] | undefined;
}

export interface OrderCancelBatchAnswer {
  /** Whether all were canceled */
  readonly result: boolean;
  readonly orderIds: readonly string[];
  readonly clientOids: readonly string[];
  readonly cancelOrderResultList: readonly {
    /** Why not; empty on success */
    readonly err_msg: string;
    /** The order; empty where only its client id is known */
    readonly order_id: string;
    /** The caller’s own id; empty where it was not used */
    readonly client_oid: string;
    /** Whether it was canceled */
    readonly result: boolean;
  }[];
  readonly failInfos: readonly {
    /** Why not; empty on success */
    readonly err_msg: string;
    /** The order; empty where only its client id is known */
    readonly order_id: string;
    /** The caller’s own id; empty where it was not used */
    readonly client_oid: string;
    /** Whether it was canceled */
    readonly result: boolean;
  }[];
}

export interface OrderDetailAsked {
  /** The order. */
  readonly orderId: string | number;
}

export interface OrderDetailAnswer {
  /** The contract */
  readonly symbol: string;
  /** Size in the base coin */
  readonly size: string;
  /** The caller’s own id, or one that the venue gave */
  readonly client_oid: string;
  /** When it was created, Unix time in milliseconds */
  readonly createTime: string;
  /** Filled part of the size; 0 where nothing is */
  readonly filled_qty: string;
  /** Fees paid */
  readonly fee: string;
  /** The order */
  readonly order_id: string;
  /** Limit price as it was sent; zero for a market order */
  readonly price: string;
  /** Average price of its fills; 0 where there are none */
  readonly price_avg: string;
  /** What has become of it */
  readonly status: 'pending' | 'open' | 'filled' | 'canceling' | 'canceled' | 'untriggered';
  /** What it does to the position */
  readonly type:
    | 'open_long'
    | 'open_short'
    | 'close_long'
    | 'close_short'
    | 'offset_liquidate_long'
    | 'offset_liquidate_short'
    | 'agreement_close_long'
    | 'agreement_close_short'
    | 'burst_liquidate_long'
    | 'burst_liquidate_short';
  /** How it executes */
  readonly order_type: 'normal' | 'postOnly' | 'fok' | 'ioc';
  /** Result realised by closing, fees and funding aside */
  readonly totalProfits: string;
  /** Size in contract units */
  readonly contracts: number;
  /** Filled size in contract units */
  readonly filledQtyContracts: number;
  readonly presetTakeProfitPrice: string | null;
  readonly presetStopLossPrice: string | null;
}

export interface OrderHistoryAsked {
  /** One contract; all where left out. */
  readonly symbol?: string | undefined;
  /** How many orders. */
  readonly pageSize?: number | string | undefined;
  /** Beginning of the window, Unix time in milliseconds. The window is at most 90 days. */
  readonly createDate?: number | string | undefined;
  /** End of the window, Unix time in milliseconds; move it back to page. */
  readonly endCreateDate?: number | string | undefined;
}

export type OrderHistoryRow = OrderDetailAnswer;

export interface OrderCurrentAsked {
  /** One contract; all where left out. */
  readonly symbol?: string | undefined;
  /** The earliest creation. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest creation. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** How many on a page. */
  readonly limit?: number | string | undefined;
  /** Which page, from 0. */
  readonly page?: number | string | undefined;
  /** One order. */
  readonly orderId?: string | number | undefined;
}

export type OrderCurrentRow = OrderDetailAnswer;

export interface OrderFillsAsked {
  /** One contract; all where left out. */
  readonly symbol?: string | undefined;
  /** The fills of one order. */
  readonly orderId?: string | number | undefined;
  /** The earliest. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest; move it back to page. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** How many fills. */
  readonly limit?: number | string | undefined;
}

export interface OrderFillsAnswer {
  readonly list: readonly {
    /** The trade */
    readonly tradeId: number;
    /** The order */
    readonly orderId: number;
    /** The contract */
    readonly symbol: string;
    /** Cross or isolated margin */
    readonly marginMode: 'SHARED' | 'ISOLATED';
    /** Always combined */
    readonly separatedMode: 'COMBINED';
    /** Side of the position */
    readonly positionSide: 'LONG' | 'SHORT';
    /** Side of the order */
    readonly orderSide: 'BUY' | 'SELL';
    /** Size in the base coin */
    readonly fillSize: string;
    /** Price times size */
    readonly fillValue: string;
    /** Fee paid; negative for a rebate */
    readonly fillFee: string;
    /** Liquidation fee */
    readonly liquidateFee: string;
    /** Result realised by closing */
    readonly realizePnl: string;
    /** Whether the order had been resting */
    readonly direction: 'MAKER' | 'TAKER';
    /** Kind of liquidation */
    readonly liquidateType: 'NONE' | 'REDUCE_LIQUIDATE' | 'FORCE_LIQUIDATE' | 'AUTO_DELEVERAGE';
    /** What the order does to the position */
    readonly legacyOrdeDirection:
      | 'OPEN_LONG'
      | 'OPEN_SHORT'
      | 'CLOSE_LONG'
      | 'CLOSE_SHORT'
      | 'OFFSET_LIQUIDATE_LONG'
      | 'OFFSET_LIQUIDATE_SHORT'
      | 'AGREEMENT_CLOSE_LONG'
      | 'AGREEMENT_CLOSE_SHORT'
      | 'BURST_LIQUIDATE_LONG'
      | 'BURST_LIQUIDATE_SHORT';
    /** When it happened, Unix time in milliseconds */
    readonly createdTime: number;
  }[];
  /** Whether there are older ones */
  readonly nextFlag: boolean;
  /** Number of fills that match, on this page and others */
  readonly totals: number;
}

export interface OrderClosePositionsAsked {
  /** One contract; every position where left out. */
  readonly symbol?: string | undefined;
}

export interface OrderClosePositionsRow {
  /** The position */
  readonly positionId: number;
  /** The order that closes it; 0 where it failed */
  readonly successOrderId: number;
  /** Why not; empty on success */
  readonly errorMessage: string;
  /** Whether an order was placed */
  readonly success: boolean;
}

export interface OrderCancelAllAsked {
  /** `normal` for working orders, `plan` for untriggered ones. */
  readonly cancelOrderType: 'normal' | 'plan';
  /** One contract; all where left out. */
  readonly symbol?: string | undefined;
}

export interface OrderCancelAllRow {
  /** The order; 0 where it failed */
  readonly orderId: number;
  /** Whether it succeeded */
  readonly success: boolean;
}

export interface OrderUploadAiLogAsked {
  /** The order the log belongs to, if any. */
  readonly orderId?: string | number | undefined;
  /** The stage of the decision, in free words. */
  readonly stage: string;
  /** The model. */
  readonly model: string;
  /** What the model was given: any JSON. */
  readonly input: unknown;
  /** What the model answered: any JSON. */
  readonly output: unknown;
  /** The reasons in words: at most 500 words. */
  readonly explanation: string;
}

export interface OrderUploadAiLogAnswer {
  /** Always 00000 */
  readonly code: '00000';
  /** Always success */
  readonly msg: 'success';
  /** When it was answered, Unix time in milliseconds */
  readonly requestTime: number;
  /** Always the same */
  readonly data: 'upload success';
}

export interface OrderPlanOrderAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`. */
  readonly client_oid?: string | undefined;
  /** Size in the base coin, a multiple of the step of the contract. */
  readonly size: string | number;
  /** 1 open long, 2 open short, 3 close long, 4 close short. */
  readonly type: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4;
  /** 0 limit at `execute_price` once triggered, 1 market. */
  readonly match_type: '0' | '1' | 0 | 1;
  /** Limit price once triggered; ignored for market. */
  readonly execute_price?: string | undefined;
  /** The last price at which the order is sent. */
  readonly trigger_price: string | number;
  /** Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract. */
  readonly marginMode?: '1' | '3' | 1 | 3 | undefined;
  /**
   * The mode that you mean; an account in the other one refuses the order. With ONE_WAY an order
   * that opens first shrinks the position of the other side.
   */
  readonly positionMode?: 'HEDGE' | 'ONE_WAY' | undefined;
}

export type OrderPlanOrderAnswer = OrderPlaceOrderAnswer;

export interface OrderCancelPlanAsked {
  /** The untriggered order. */
  readonly orderId: string | number;
}

export type OrderCancelPlanAnswer = OrderCancelOrderAnswer;

export interface OrderCurrentPlanAsked {
  /** One contract; all where left out. */
  readonly symbol?: string | undefined;
  /** The earliest creation. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest creation. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** How many on a page. */
  readonly limit?: number | string | undefined;
  /** Which page, from 0. */
  readonly page?: number | string | undefined;
  /** One order; ignored where it is no number. */
  readonly orderId?: string | undefined;
}

export interface OrderCurrentPlanRow {
  /** The contract */
  readonly symbol: string;
  /** Size in the base coin */
  readonly size: string;
  /** The caller’s own id, or one that the venue gave */
  readonly client_oid: string;
  /** When it was created, Unix time in milliseconds */
  readonly createTime: string;
  /** Filled part of the size; 0 where nothing is */
  readonly filled_qty: string;
  /** Fees paid */
  readonly fee: string;
  /** The order */
  readonly order_id: string;
  /** Limit price as it was sent; zero for a market order */
  readonly price: string;
  /** Average price of its fills; 0 where there are none */
  readonly price_avg: string;
  /** What has become of it */
  readonly status: 'PENDING' | 'OPEN' | 'FILLED' | 'CANCELING' | 'CANCELED' | 'UNTRIGGERED';
  /** What it does */
  readonly type: 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT';
  /** 0 normal, 1 post-only, 2 fill-or-kill, 3 immediate */
  readonly order_type: '0' | '1' | '2' | '3';
  /** Result realised by closing, fees and funding aside */
  readonly totalProfits: string;
  /** The price that sends it */
  readonly triggerPrice: string;
  /** Which price is watched: last, mark or index */
  readonly triggerPriceType: 'CONTRACT_PRICE' | 'MARK_PRICE' | 'INDEX_PRICE';
  /** When it was triggered; 0 while it was not, Unix time in milliseconds */
  readonly triggerTime: string;
  readonly presetTakeProfitPrice: string | null;
  readonly presetStopLossPrice: string | null;
}

export interface OrderHistoryPlanAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** The earliest creation. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest creation; move it back to page. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** 1 open long, 2 open short, 3 close long, 4 close short; all where left out. */
  readonly delegateType?: '1' | '2' | '3' | '4' | 1 | 2 | 3 | 4 | undefined;
  /** How many orders. */
  readonly pageSize?: number | string | undefined;
}

export interface OrderHistoryPlanAnswer {
  readonly list: readonly {
    /** The contract */
    readonly symbol: string;
    /** Size in the base coin */
    readonly size: string;
    /** The caller’s own id, or one that the venue gave */
    readonly client_oid: string;
    /** When it was created, Unix time in milliseconds */
    readonly createTime: string;
    /** Filled part of the size; 0 where nothing is */
    readonly filled_qty: string;
    /** Fees paid */
    readonly fee: string;
    /** The order */
    readonly order_id: string;
    /** Limit price as it was sent; zero for a market order */
    readonly price: string;
    /** Average price of its fills; 0 where there are none */
    readonly price_avg: string;
    /** What has become of it */
    readonly status: 'PENDING' | 'OPEN' | 'FILLED' | 'CANCELING' | 'CANCELED' | 'UNTRIGGERED';
    /** What it does */
    readonly type: 'OPEN_LONG' | 'OPEN_SHORT' | 'CLOSE_LONG' | 'CLOSE_SHORT';
    /** 0 normal, 1 post-only, 2 fill-or-kill, 3 immediate */
    readonly order_type: '0' | '1' | '2' | '3';
    /** Result realised by closing, fees and funding aside */
    readonly totalProfits: string;
    /** The price that sends it */
    readonly triggerPrice: string;
    /** Which price is watched: last, mark or index */
    readonly triggerPriceType: 'CONTRACT_PRICE' | 'MARK_PRICE' | 'INDEX_PRICE';
    /** When it was triggered; 0 while it was not, Unix time in milliseconds */
    readonly triggerTime: string;
    readonly presetTakeProfitPrice: string | null;
    readonly presetStopLossPrice: string | null;
  }[];
  /** Whether there are older ones */
  readonly nextPage: boolean;
}

export interface OrderPlaceTpSlAsked {
  /** The contract, for example `cmt_btcusdt`. */
  readonly symbol: string;
  /** The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`. */
  readonly clientOrderId?: string | undefined;
  /** `profit_plan` take profit, `loss_plan` stop loss. */
  readonly planType: 'profit_plan' | 'loss_plan';
  /** The last price at which the position is closed. */
  readonly triggerPrice: string | number;
  /** Limit price once triggered; market where left out or 0. */
  readonly executePrice?: string | number | undefined;
  /** Size in the base coin, a multiple of the step; left out or 0 for the whole position. */
  readonly size?: string | number | undefined;
  /** The side of the position. */
  readonly positionSide: 'long' | 'short';
  /** Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract. */
  readonly marginMode?: '1' | '3' | 1 | 3 | undefined;
}

export type OrderPlaceTpSlRow = OrderCancelAllRow;

export interface OrderModifyTpSlAsked {
  /** The untriggered take-profit or stop-loss. */
  readonly orderId: string | number;
  /** The new trigger price. */
  readonly triggerPrice: string | number;
  /** Limit price once triggered; market where left out or 0. */
  readonly executePrice?: string | number | undefined;
  /** Which price triggers: 1 last, 3 mark. */
  readonly triggerPriceType?: '1' | '3' | 1 | 3 | undefined;
}

export interface OrderModifyTpSlAnswer {
  /** Always 00000 */
  readonly code: '00000';
  /** Always success */
  readonly msg: 'success';
  /** When it was answered, Unix time in milliseconds */
  readonly requestTime: number;
  /** Always the same */
  readonly data: '';
}

export type PerpetuaTiersAsked = MarketContractsAsked;

export interface PerpetuaTiersRow {
  /** The contract */
  readonly symbol: string;
  readonly tiers: readonly {
    /** Value up to which the tier reaches */
    readonly notionalMax: string;
    /** Highest leverage in it */
    readonly maxLeverage: number;
    /** Maintenance rate in it */
    readonly maintenanceRate: string;
  }[];
}

export interface PerpetuaSparklinesRow {
  /** The contract */
  readonly symbol: string;
  /** When the first half hour began, Unix time in milliseconds */
  readonly time: number;
  readonly closes: readonly string[];
}

export interface PerpetuaLiquidationsAsked {
  /** The earliest. Unix time in milliseconds. */
  readonly startTime?: number | string | undefined;
  /** The latest; move it back to page. Unix time in milliseconds. */
  readonly endTime?: number | string | undefined;
  /** How many records. */
  readonly limit?: number | string | undefined;
}

export type PerpetuaLiquidationsRow =
  | {
      /** A liquidation began: equity was at or below the requirement */
      readonly kind: 'started';
      /** The record */
      readonly id: number;
      /** When it happened, Unix time in milliseconds */
      readonly time: number;
      /** The cross account, or one isolated position */
      readonly scope: 'SHARED' | 'ISOLATED';
      /** The cross wallet, or the isolated margin */
      readonly backing: string;
      /** Backing plus the unrealised results */
      readonly equity: string;
      /** Maintenance margin plus the fee of closing */
      readonly requirement: string;
      readonly positions: readonly {
        /** The contract */
        readonly symbol: string;
        /** Side of the position */
        readonly side: 'LONG' | 'SHORT';
        /** Size in the base coin */
        readonly size: string;
        /** What it cost */
        readonly openValue: string;
        /** Mark price then */
        readonly mark: string;
        /** Size at the mark */
        readonly notional: string;
        /** What closing at the mark would have realised */
        readonly unrealizePnl: string;
        /** Taker fee rate */
        readonly takerFeeRate: string;
      }[];
    }
  | {
      /** It was over */
      readonly kind: 'ended';
      /** The record */
      readonly id: number;
      /** When it happened, Unix time in milliseconds */
      readonly time: number;
      /** The cross account, or one isolated position */
      readonly scope: 'SHARED' | 'ISOLATED';
      readonly symbol: string | null;
      /** Whether enough was left, or no position */
      readonly outcome: 'healthy' | 'flat';
      /** Equity then */
      readonly equity: string;
      /** Requirement then */
      readonly requirement: string;
      /** Cash then */
      readonly wallet: string;
    }
  | {
      /** A position was closed against a bankrupt one */
      readonly kind: 'deleveraged';
      /** The record */
      readonly id: number;
      /** When it happened, Unix time in milliseconds */
      readonly time: number;
      /** The contract */
      readonly symbol: string;
      /** Side of the position */
      readonly side: 'LONG' | 'SHORT';
      /** Size that was closed */
      readonly size: string;
      /** The bankruptcy price at which it was closed */
      readonly price: string;
      /** Place among those who were asked, from 1 */
      readonly rank: number;
      /** How many accounts held the contract */
      readonly holders: number;
      /** Class of the account; asked in this order */
      readonly group: 'fund' | 'house' | 'profitable' | 'losing';
      /** Result over cost, times value over equity */
      readonly score: string;
      /** Result at the mark */
      readonly unrealizePnl: string;
      /** What the position cost */
      readonly openValue: string;
      /** Size at the mark */
      readonly notional: string;
      /** Equity behind it */
      readonly equity: string;
      /** Leverage */
      readonly leverage: number;
      /** The order of the liquidation that it closed */
      readonly bankruptOrder: string;
    }
  | {
      /** The insurance fund made good what was missing */
      readonly kind: 'covered';
      /** The record */
      readonly id: number;
      /** When it happened, Unix time in milliseconds */
      readonly time: number;
      /** The cross account, or one isolated position */
      readonly scope: 'SHARED' | 'ISOLATED';
      readonly symbol: string | null;
      /** What the fund paid */
      readonly amount: string;
    };

export type PerpetuaFundingAsked = PerpetuaLiquidationsAsked;

export interface PerpetuaFundingRow {
  /** The bill */
  readonly id: number;
  /** When it was paid, Unix time in milliseconds */
  readonly time: number;
  /** The contract */
  readonly symbol: string;
  readonly side: 'LONG' | 'SHORT' | null;
  readonly size: string | null;
  /** Mark price of the settlement */
  readonly mark: string;
  /** Funding rate of the settlement */
  readonly rate: string;
  /** The settlement, Unix time in milliseconds */
  readonly settledTime: number;
  /** What was received; negative where it was paid */
  readonly amount: string;
}

export interface PerpetuaPortfolioAsked {
  /** How many days, today included; since the first money where left out. */
  readonly days?: number | string | undefined;
}

export interface PerpetuaPortfolioAnswer {
  /** The beginning, Unix time in milliseconds */
  readonly startTime: number;
  /** Now, Unix time in milliseconds */
  readonly endTime: number;
  /** Whether it goes as far back as was asked; too much history makes it shorter */
  readonly isWhole: boolean;
  /** Equity at the beginning, at the mark */
  readonly startEquity: string;
  /** Equity now, at the mark */
  readonly equity: string;
  /** Deposits, refills and resets less withdrawals since the beginning */
  readonly deposits: string;
  /** Change of equity less what was paid in */
  readonly pnl: string;
  /** Result of what was closed, before fees */
  readonly realised: string;
  /** Change of the result of open positions */
  readonly unrealised: string;
  /** Fees paid, liquidation fees included */
  readonly fees: string;
  /** Funding received; negative if it was paid */
  readonly funding: string;
  /** Losses that the insurance fund bore */
  readonly covered: string;
  /** How many orders closed something */
  readonly closed: number;
  /** How many of them gained, after their fees */
  readonly won: number;
  readonly points: readonly {
    /** A moment of the curve, Unix time in milliseconds */
    readonly time: number;
    /** Equity then, at the mark */
    readonly equity: string;
    /** Deposits, refills and resets less withdrawals since the beginning */
    readonly deposits: string;
  }[];
  readonly days: readonly {
    /** The beginning of the day, Unix time in milliseconds */
    readonly time: number;
    /** Equity at its end, at the mark */
    readonly equity: string;
    /** Change of equity less what was paid in */
    readonly pnl: string;
    /** Deposits, refills and resets less withdrawals in it */
    readonly deposits: string;
    /** Fees paid, liquidation fees included */
    readonly fees: string;
    /** Funding received; negative if it was paid */
    readonly funding: string;
  }[];
  readonly contracts: readonly {
    /** The contract */
    readonly symbol: string;
    /** Result, realised or not, less fees, with funding */
    readonly pnl: string;
    /** Result of what was closed, before fees */
    readonly realised: string;
    /** Fees paid, liquidation fees included */
    readonly fees: string;
    /** Funding received; negative if it was paid */
    readonly funding: string;
    /** How many orders closed something */
    readonly closed: number;
    /** How many of them gained, after their fees */
    readonly won: number;
  }[];
}

export interface PerpetuaAmendAsked {
  /** The order in the book. */
  readonly orderId: string | number;
  /** The new price; as it was where left out. */
  readonly price?: string | number | undefined;
  /** The new size, with what is filled; as it was where left out. */
  readonly size?: string | number | undefined;
}

export interface PerpetuaAmendAnswer {
  /** The order */
  readonly order_id: string;
  /** Its price now */
  readonly price: string;
  /** Its size now, with what is filled */
  readonly size: string;
}

export interface SandboxTimeStepAsked {
  /** How much venue time is to pass, in seconds. */
  readonly seconds?: number | string | undefined;
  /** The same as a length of time, such as 1h30m or 500ms; instead of seconds. */
  readonly duration?: string | undefined;
}

export interface SandboxTimeStepAnswer {
  /** Venue time before the step, Unix time in milliseconds */
  readonly before: number;
  /** Venue time now: the step is over, Unix time in milliseconds */
  readonly after: number;
}

export interface CompetitionSeasonAsked {
  /** Number of the season; the newest where left out. */
  readonly season?: number | string | undefined;
}

export interface CompetitionSeasonAnswer {
  /** Number of the season */
  readonly season: number;
  /** Its name */
  readonly name: string;
  /** Where it stands */
  readonly phase: 'enrolling' | 'ready' | 'active' | 'ended' | 'closed';
  /** When it starts, Unix time in milliseconds */
  readonly startAt: number;
  /** When it ends, Unix time in milliseconds */
  readonly endAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** What every account starts with */
  readonly wallet: string;
  /** Test money before the reset */
  readonly testWallet: string;
  /** Highest leverage */
  readonly leverageMax: number;
  readonly symbols: readonly string[];
  /** Fee rate of makers */
  readonly makerFee: string;
  /** Fee rate of takers */
  readonly takerFee: string;
  /** Most that may be held at one contract */
  readonly positionValueMax: string;
  /** Whether entrants may trade with each other */
  readonly matching: 'open' | 'house-only';
  /** Round trips needed for a prize */
  readonly roundTripsMin: number;
  /** Active days needed for a prize */
  readonly activeDaysMin: number;
  /** How late the public leaderboard is */
  readonly leaderboardDelayMillis: number;
  /** How long before the end it stands still */
  readonly leaderboardFreezeMillis: number;
  /** Whether each order needs a log of the model that decided it */
  readonly requiresAiLog: boolean;
  /** Whether teams that never traded are ranked like the others */
  readonly ranksIdle: boolean;
  readonly market: {
    /** The hash that fixes the seed of the market */
    readonly commitment: string;
    /** Whether anybody may know the seed before the end */
    readonly seed: 'secret' | 'public';
    /** Where prices come from; simulated ones follow from the seed */
    readonly feed: string;
  } | null;
  /** Where the venue is a sandbox: what it says of itself */
  readonly sandbox?: string;
  /** How often the operator changed venue time */
  readonly timeChanges?: number;
  /** Teams enrolled */
  readonly entrants: number;
  /** Venue time, Unix time in milliseconds */
  readonly now: number;
  readonly shownAt: number | null;
  /** Whether teams may register now */
  readonly registrationOpen: boolean;
  readonly seasons: readonly number[];
  readonly journal: {
    /** Which journal the season is written in */
    readonly id: string;
    /** The last entry that is on disk */
    readonly entry: number;
    /** One hash over all entries up to that one; note it and compare later */
    readonly chain: string;
  };
  readonly registrations: {
    /** How many are waiting */
    readonly registered: number;
    /** How many are approved */
    readonly approved: number;
    /** How many are rejected */
    readonly rejected: number;
    /** How many are withdrawn */
    readonly withdrawn: number;
  };
  /** How many teams may wait or be approved */
  readonly places: number;
}

export interface CompetitionNowAnswer {
  /** Venue time, Unix time in milliseconds */
  readonly now: number;
  readonly season: number | null;
}

export type CompetitionRulesAsked = CompetitionSeasonAsked;

export interface CompetitionRulesAnswer {
  /** Number of the season */
  readonly season: number;
  /** Its name */
  readonly name: string;
  /** Where it stands */
  readonly phase: 'enrolling' | 'ready' | 'active' | 'ended' | 'closed';
  /** When it starts, Unix time in milliseconds */
  readonly startAt: number;
  /** When it ends, Unix time in milliseconds */
  readonly endAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** What every account starts with */
  readonly wallet: string;
  /** Test money before the reset */
  readonly testWallet: string;
  /** Highest leverage */
  readonly leverageMax: number;
  readonly symbols: readonly string[];
  /** Fee rate of makers */
  readonly makerFee: string;
  /** Fee rate of takers */
  readonly takerFee: string;
  /** Most that may be held at one contract */
  readonly positionValueMax: string;
  /** Whether entrants may trade with each other */
  readonly matching: 'open' | 'house-only';
  /** Round trips needed for a prize */
  readonly roundTripsMin: number;
  /** Active days needed for a prize */
  readonly activeDaysMin: number;
  /** How late the public leaderboard is */
  readonly leaderboardDelayMillis: number;
  /** How long before the end it stands still */
  readonly leaderboardFreezeMillis: number;
  /** Whether each order needs a log of the model that decided it */
  readonly requiresAiLog: boolean;
  /** Whether teams that never traded are ranked like the others */
  readonly ranksIdle: boolean;
  readonly market: {
    /** The hash that fixes the seed of the market */
    readonly commitment: string;
    /** Whether anybody may know the seed before the end */
    readonly seed: 'secret' | 'public';
    /** Where prices come from; simulated ones follow from the seed */
    readonly feed: string;
  } | null;
  /** Where the venue is a sandbox: what it says of itself */
  readonly sandbox?: string;
  /** How often the operator changed venue time */
  readonly timeChanges?: number;
  /** Teams enrolled */
  readonly entrants: number;
}

export type CompetitionBoardAsked = CompetitionSeasonAsked;

export interface CompetitionBoardAnswer {
  /** Number of the season */
  readonly season: number;
  /** Its name */
  readonly name: string;
  /** Where it stands */
  readonly phase: 'enrolling' | 'ready' | 'active' | 'ended' | 'closed';
  readonly shownAt: number | null;
  /** Stands still until the season is closed */
  readonly frozen: boolean;
  /** Every figure is final */
  readonly final: boolean;
  readonly standings: readonly {
    readonly rank: number | null;
    /** The team */
    readonly team: string;
    readonly account: number | null;
    readonly podium: number | null;
    /** It has never traded */
    readonly idle: boolean;
    /** Whether it is still in the race */
    readonly state: 'trading' | 'eliminated' | 'disqualified';
    /** What was imposed */
    readonly sanction: 'none' | 'warned' | 'throttled' | 'frozen' | 'disqualified';
    /** Equity at the sample */
    readonly equity: string;
    /** Equity less what it started with */
    readonly pnl: string;
    /** The same as a part of the start */
    readonly roi: string;
    /** Deepest fall below a peak, as a part of it */
    readonly maxDrawdown: string;
    readonly sharpe: string | null;
    readonly sortino: string | null;
    readonly calmar: string | null;
    /** Value of all fills */
    readonly turnover: string;
    /** The same in units of the start */
    readonly turnoverRatio: string;
    /** Number of fills */
    readonly fills: number;
    /** Fees paid */
    readonly fees: string;
    /** Liquidation fees paid */
    readonly liquidationFees: string;
    /** Funding received; negative was paid */
    readonly funding: string;
    /** Positions opened and closed again */
    readonly roundTrips: number;
    readonly winRate: string | null;
    readonly holdingMillis: number | null;
    /** Time with any position */
    readonly exposedMillis: number;
    /** Days with at least one fill */
    readonly activeDays: number;
    /** Largest value of positions against equity */
    readonly maxLeverage: string;
    /** Liquidations */
    readonly liquidations: number;
    /** When the highest equity was first reached, Unix time in milliseconds */
    readonly improvedAt: number;
    readonly eliminatedAt: number | null;
    /** Whether it did enough to be given a prize */
    readonly meetsActivity: boolean;
    readonly riskScore: number | null;
    readonly riskRank: number | null;
  }[];
  readonly disqualified: readonly {
    /** A team that has no standing any more */
    readonly team: string;
    /** Why it was disqualified */
    readonly reason: string;
  }[];
}

export interface CompetitionCurvesAsked {
  /** Number of the season; the newest where left out. */
  readonly season?: number | string | undefined;
  /** How many teams, the leaders first. */
  readonly top?: number | string | undefined;
  /** How many moments, evenly spread. */
  readonly points?: number | string | undefined;
  /** Teams beside the leaders, with commas between them. */
  readonly teams?: string | undefined;
}

export interface CompetitionCurvesAnswer {
  /** Number of the season */
  readonly season: number;
  readonly shownAt: number | null;
  readonly at: readonly number[];
  readonly curves: readonly {
    /** The team; the leader first */
    readonly team: string;
    readonly equity: readonly string[];
  }[];
}

export interface CompetitionTeamAsked {
  readonly team: string;
  /** Number of the season; the newest where left out. */
  readonly season?: number | string | undefined;
}

export interface CompetitionTeamAnswer {
  readonly rank: number | null;
  /** The team */
  readonly team: string;
  readonly account: number | null;
  readonly podium: number | null;
  /** It has never traded */
  readonly idle: boolean;
  /** Whether it is still in the race */
  readonly state: 'trading' | 'eliminated' | 'disqualified';
  /** What was imposed */
  readonly sanction: 'none' | 'warned' | 'throttled' | 'frozen' | 'disqualified';
  /** Equity at the sample */
  readonly equity: string;
  /** Equity less what it started with */
  readonly pnl: string;
  /** The same as a part of the start */
  readonly roi: string;
  /** Deepest fall below a peak, as a part of it */
  readonly maxDrawdown: string;
  readonly sharpe: string | null;
  readonly sortino: string | null;
  readonly calmar: string | null;
  /** Value of all fills */
  readonly turnover: string;
  /** The same in units of the start */
  readonly turnoverRatio: string;
  /** Number of fills */
  readonly fills: number;
  /** Fees paid */
  readonly fees: string;
  /** Liquidation fees paid */
  readonly liquidationFees: string;
  /** Funding received; negative was paid */
  readonly funding: string;
  /** Positions opened and closed again */
  readonly roundTrips: number;
  readonly winRate: string | null;
  readonly holdingMillis: number | null;
  /** Time with any position */
  readonly exposedMillis: number;
  /** Days with at least one fill */
  readonly activeDays: number;
  /** Largest value of positions against equity */
  readonly maxLeverage: string;
  /** Liquidations */
  readonly liquidations: number;
  /** When the highest equity was first reached, Unix time in milliseconds */
  readonly improvedAt: number;
  readonly eliminatedAt: number | null;
  /** Whether it did enough to be given a prize */
  readonly meetsActivity: boolean;
  readonly riskScore: number | null;
  readonly riskRank: number | null;
}

export type CompetitionEquityAsked = CompetitionTeamAsked;

export interface CompetitionEquityAnswer {
  /** Number of the season */
  readonly season: number;
  /** The team */
  readonly team: string;
  readonly points: readonly (readonly unknown[])[];
}

export interface CompetitionRegisterAsked {
  /** Name of the team. */
  readonly team: string;
  /** Who is in it, 1 to 10 people; nobody is in two teams. */
  readonly members: readonly (string | number)[];
  /** Where the organiser reaches the team. */
  readonly contact: string;
  /** Fixed addresses or CIDRs from which it will trade, 1 to 5. */
  readonly addresses: readonly (string | number)[];
  /** What it means to do. */
  readonly strategy: string;
}

export interface CompetitionRegisterAnswer {
  /** The registration */
  readonly registrationId: string;
  /** What proves that a registration is one’s own; shown once */
  readonly claimToken: string;
  /** Always so */
  readonly state: 'registered';
  /** Number of the season */
  readonly season: number;
}

export interface CompetitionRegistrationAsked {
  readonly id: string;
  readonly claimToken: string;
}

export interface CompetitionRegistrationAnswer {
  /** The registration */
  readonly registrationId: string;
  /** Number of the season */
  readonly season: number;
  /** The team */
  readonly team: string;
  readonly members: readonly string[];
  /** Where the organiser reaches it */
  readonly contact: string;
  readonly addresses: readonly string[];
  /** What it means to do */
  readonly strategy: string;
  /** What became of it */
  readonly state: 'registered' | 'approved' | 'rejected' | 'withdrawn';
  /** Why it was rejected or withdrawn; empty otherwise */
  readonly reason: string;
  readonly account: number | null;
  readonly apiKey: string | null;
  /** Whether the secret was shown */
  readonly credentialsCollected: boolean;
  readonly qualification: readonly {
    /** What is to be shown */
    readonly step: 'order' | 'assets' | 'market' | 'leverage' | 'fills';
    readonly at: number | null;
    /** By which request; empty while it is missing */
    readonly evidence: string;
  }[];
  readonly aiLogs: {
    /** Whether each order needs a log within a minute */
    readonly required: boolean;
    /** How many orders had none in time */
    readonly missing: number;
    readonly orders: readonly {
      /** The order */
      readonly order: string;
      /** When it was placed, Unix time in milliseconds */
      readonly placedAt: number;
      readonly loggedAt: number | null;
    }[];
  };
}

export type CompetitionClaimAsked = CompetitionRegistrationAsked;

export interface CompetitionClaimAnswer {
  /** The team */
  readonly team: string;
  /** Its account */
  readonly account: number;
  /** The key */
  readonly apiKey: string;
  /** The secret, shown once */
  readonly secretKey: string;
  /** The passphrase, shown once */
  readonly passphrase: string;
}

export type CompetitionWithdrawAsked = CompetitionRegistrationAsked;

export interface CompetitionWithdrawAnswer {
  /** Always so */
  readonly state: 'withdrawn';
}

export interface TickerPayload {
  readonly event: 'payload';
  readonly channel: string;
  readonly data: readonly {
    /** The contract */
    readonly symbol: string;
    /** Change of the price over 24 hours */
    readonly priceChange: string;
    /** The same as a fraction */
    readonly priceChangePercent: string;
    /** Number of trades in 24 hours */
    readonly trades: string;
    /** Volume of 24 hours in the base coin */
    readonly size: string;
    /** Turnover of 24 hours in the quote coin */
    readonly value: string;
    /** Highest price of 24 hours */
    readonly high: string;
    /** Lowest price of 24 hours */
    readonly low: string;
    /** Price of the last trade */
    readonly lastPrice: string;
    /** Mark price */
    readonly markPrice: string;
  }[];
}

export interface KlinePayload {
  readonly event: 'payload';
  readonly channel: string;
  readonly type: 'snapshot' | 'change';
  readonly data: readonly {
    /** The contract */
    readonly symbol: string;
    /** When the candle begins, Unix time in milliseconds */
    readonly klineTime: string;
    /** Volume in the base coin */
    readonly size: string;
    /** Turnover in the quote coin */
    readonly value: string;
    /** Highest price */
    readonly high: string;
    /** Lowest price */
    readonly low: string;
    /** First price */
    readonly open: string;
    /** Last price */
    readonly close: string;
  }[];
}

export interface DepthPayload {
  readonly event: 'payload';
  readonly channel: string;
  readonly data: readonly {
    /** First change of the frame */
    readonly startVersion: string;
    /** Last change of the frame; the next frame begins one after it */
    readonly endVersion: string;
    /** Levels of each side */
    readonly level: number;
    /** All levels, or those that changed */
    readonly depthType: 'SNAPSHOT' | 'CHANGED';
    /** The contract */
    readonly symbol: string;
    readonly asks: readonly {
      /** Price */
      readonly price: string;
      /** Size in the base coin; 0 where the level is gone */
      readonly size: string;
    }[];
    readonly bids: readonly {
      /** Price */
      readonly price: string;
      /** Size in the base coin; 0 where the level is gone */
      readonly size: string;
    }[];
  }[];
}

export interface TradesPayload {
  readonly event: 'payload';
  readonly channel: string;
  readonly data: readonly {
    /** When it happened, Unix time in milliseconds */
    readonly time: string;
    /** Price */
    readonly price: string;
    /** Size in the base coin */
    readonly size: string;
    /** Value in the quote coin */
    readonly value: string;
    /** Whether the buyer had been resting: the taker sold */
    readonly buyerMaker: boolean;
  }[];
}

export interface AccountPayload {
  readonly type: 'trade-event';
  readonly event: 'payload';
  readonly channel: string;
  readonly msg: {
    readonly msgEvent: string;
    readonly version: number;
    readonly data: {
      readonly collateral: readonly {
        /** The coin */
        readonly coinId: string;
        /** Cross or isolated margin */
        readonly marginMode: 'SHARED' | 'ISOLATED';
        /** Always 0 */
        readonly crossContractId: '0';
        /** The isolated position; 0 in cross margin */
        readonly isolatedPositionId: string;
        /** Collateral */
        readonly amount: string;
        /** Always 0 */
        readonly pendingDepositAmount: string;
        /** Always 0 */
        readonly pendingWithdrawAmount: string;
        /** Always 0 */
        readonly pendingTransferInAmount: string;
        /** Always 0 */
        readonly pendingTransferOutAmount: string;
        /** Cash balance */
        readonly legacyAmount: string;
        /** Deposited */
        readonly cumDepositAmount: string;
        /** Withdrawn */
        readonly cumWithdrawAmount: string;
        /** Received from other accounts */
        readonly cumTransferInAmount: string;
        /** Sent to other accounts */
        readonly cumTransferOutAmount: string;
        /** Moved into isolated positions */
        readonly cumMarginMoveInAmount: string;
        /** Moved out of isolated positions */
        readonly cumMarginMoveOutAmount: string;
        /** Paid for opening longs */
        readonly cumPositionOpenLongAmount: string;
        /** Received for opening shorts */
        readonly cumPositionOpenShortAmount: string;
        /** Received for closing longs */
        readonly cumPositionCloseLongAmount: string;
        /** Paid for closing shorts */
        readonly cumPositionCloseShortAmount: string;
        /** Fees paid */
        readonly cumPositionFillFeeAmount: string;
        /** Liquidation fees paid */
        readonly cumPositionLiquidateFeeAmount: string;
        /** Funding received; negative where paid */
        readonly cumPositionFundingAmount: string;
        /** Fee income */
        readonly cumOrderFillFeeIncomeAmount: string;
        /** Liquidation fee income */
        readonly cumOrderLiquidateFeeIncomeAmount: string;
        /** When it began, Unix time in milliseconds */
        readonly createdTime: string;
        /** When it last changed, Unix time in milliseconds */
        readonly updatedTime: string;
        /** Whether the account is being liquidated */
        readonly liquidating: boolean;
      }[];
    };
    readonly time: number;
  };
}

export interface PositionsPayload {
  readonly type: 'trade-event';
  readonly event: 'payload';
  readonly channel: string;
  readonly msg: {
    readonly msgEvent: string;
    readonly version: number;
    readonly data: {
      readonly position: readonly {
        /** The position */
        readonly id: string;
        /** The coin */
        readonly coinId: string;
        /** The contract */
        readonly contractId: string;
        /** Side */
        readonly side: 'LONG' | 'SHORT';
        /** Cross or isolated margin */
        readonly marginMode: 'SHARED' | 'ISOLATED';
        /** Always combined */
        readonly separatedMode: 'COMBINED';
        /** Always 0 */
        readonly separatedOpenOrderId: '0';
        /** Leverage */
        readonly leverage: string;
        /** Size in the base coin */
        readonly size: string;
        /** What the open size cost */
        readonly openValue: string;
        /** Opening fees of the open size */
        readonly openFee: string;
        /** Funding paid by the open size */
        readonly fundingFee: string;
        /** Isolated margin */
        readonly isolatedMargin: string;
        /** Opened since it began */
        readonly cumOpenSize: string;
        /** Cost of that */
        readonly cumOpenValue: string;
        /** Fees of that */
        readonly cumOpenFee: string;
        /** Closed since it began */
        readonly cumCloseSize: string;
        /** Proceeds of that */
        readonly cumCloseValue: string;
        /** Fees of that */
        readonly cumCloseFee: string;
        /** Funding paid since it began */
        readonly cumFundingFee: string;
        /** Liquidation fees since it began */
        readonly cumLiquidateFee: string;
        /** Place in the journal where it began */
        readonly createdMatchSequenceId: string;
        /** Place in the journal where it last changed */
        readonly updatedMatchSequenceId: string;
        /** When it began, Unix time in milliseconds */
        readonly createdTime: string;
        /** When it last changed, Unix time in milliseconds */
        readonly updatedTime: string;
        /** Whether it draws missing margin from the wallet */
        readonly autoAppendIsolatedMargin: boolean;
      }[];
    };
    readonly time: number;
  };
}

export interface OrdersPayload {
  readonly type: 'trade-event';
  readonly event: 'payload';
  readonly channel: string;
  readonly msg: {
    readonly msgEvent: string;
    readonly version: number;
    readonly data: {
      readonly order: readonly {
        /** The order */
        readonly id: string;
        /** The coin */
        readonly coinId: string;
        /** The contract */
        readonly contractId: string;
        /** Cross or isolated margin */
        readonly marginMode: 'SHARED' | 'ISOLATED';
        /** Always combined */
        readonly separatedMode: 'COMBINED';
        /** Always 0 */
        readonly separatedOpenOrderId: '0';
        /** Side of the position */
        readonly positionSide: 'LONG' | 'SHORT';
        /** Side of the order */
        readonly orderSide: 'BUY' | 'SELL';
        /** Limit price; zero for a market order */
        readonly price: string;
        /** Size in the base coin */
        readonly size: string;
        /** The caller’s own id, or one that the venue gave */
        readonly clientOrderId: string;
        /** Whether it only closes */
        readonly reduceOnly: boolean;
        /** The price that sends it; 0 for none */
        readonly triggerPrice: string;
        /** Which price is watched */
        readonly triggerPriceType:
          | 'UNKNOWN_PRICE_TYPE'
          | 'CONTRACT_PRICE'
          | 'MARK_PRICE'
          | 'INDEX_PRICE';
        /** Who made it */
        readonly orderSource: 'API' | 'SYSTEM';
        /** The order whose preset it is; 0 for none */
        readonly openTpslParentOrderId: string;
        /** Whether it follows the whole position */
        readonly positionTpsl: boolean;
        /** Whether it presets a take-profit */
        readonly setOpenTp: boolean;
        readonly openTpParam?: {
          /** The price that closes */
          readonly triggerPrice: string;
          /** Which price is watched */
          readonly triggerPriceType: 'CONTRACT_PRICE';
        };
        /** Whether it presets a stop-loss */
        readonly setOpenSl: boolean;
        readonly openSlParam?: {
          /** The price that closes */
          readonly triggerPrice: string;
          /** Which price is watched */
          readonly triggerPriceType: 'CONTRACT_PRICE';
        };
        /** Leverage */
        readonly leverage: string;
        /** Taker fee rate */
        readonly takerFeeRate: string;
        /** Maker fee rate */
        readonly makerFeeRate: string;
        /** Always 1 */
        readonly feeDiscount: string;
        /** Liquidation fee rate */
        readonly liquidateFeeRate: string;
        /** When it was triggered; 0 while it was not, Unix time in milliseconds */
        readonly triggerTime: string;
        /** The same, Unix time in milliseconds */
        readonly triggerPriceTime: string;
        /** The price that triggered it; 0 while none did */
        readonly triggerPriceValue: string;
        /** Why it was canceled */
        readonly cancelReason: string;
        /** Price of its last fill */
        readonly latestFillPrice: string;
        /** Highest price of its fills */
        readonly maxFillPrice: string;
        /** Lowest price of its fills */
        readonly minFillPrice: string;
        /** Filled part of the size */
        readonly cumFillSize: string;
        /** Value of that */
        readonly cumFillValue: string;
        /** Fees paid */
        readonly cumFillFee: string;
        /** Liquidation fees paid */
        readonly cumLiquidateFee: string;
        /** Result realised by closing */
        readonly cumRealizePnl: string;
        /** When it was created, Unix time in milliseconds */
        readonly createdTime: string;
        /** When it last changed, Unix time in milliseconds */
        readonly updatedTime: string;
        /** Kind of order */
        readonly type:
          | 'LIMIT'
          | 'MARKET'
          | 'STOP_LIMIT'
          | 'STOP_MARKET'
          | 'TAKE_PROFIT_LIMIT'
          | 'TAKE_PROFIT_MARKET';
        /** How it executes */
        readonly timeInForce:
          | 'GOOD_TIL_CANCEL'
          | 'POST_ONLY'
          | 'FILL_OR_KILL'
          | 'IMMEDIATE_OR_CANCEL';
        /** What has become of it */
        readonly status: 'PENDING' | 'OPEN' | 'FILLED' | 'CANCELING' | 'CANCELED' | 'UNTRIGGERED';
      }[];
    };
    readonly time: number;
  };
}

export interface FillPayload {
  readonly type: 'trade-event';
  readonly event: 'payload';
  readonly channel: string;
  readonly msg: {
    readonly msgEvent: string;
    readonly version: number;
    readonly data: {
      readonly orderFillTransaction: readonly {
        /** The trade */
        readonly id: string;
        /** The coin */
        readonly coinId: string;
        /** The contract */
        readonly contractId: string;
        /** The order */
        readonly orderId: string;
        /** Cross or isolated margin */
        readonly marginMode: 'SHARED' | 'ISOLATED';
        /** Always combined */
        readonly separatedMode: 'COMBINED';
        /** Always 0 */
        readonly separatedOpenOrderId: '0';
        /** Side of the position */
        readonly positionSide: 'LONG' | 'SHORT';
        /** Side of the order */
        readonly orderSide: 'BUY' | 'SELL';
        /** Size in the base coin */
        readonly fillSize: string;
        /** Price times size */
        readonly fillValue: string;
        /** Fee paid */
        readonly fillFee: string;
        /** Liquidation fee */
        readonly liquidateFee: string;
        /** Result realised by closing */
        readonly realizePnl: string;
        /** Whether the order had been resting */
        readonly direction: 'MAKER' | 'TAKER';
        /** When it happened, Unix time in milliseconds */
        readonly createdTime: string;
        /** When it happened, Unix time in milliseconds */
        readonly updatedTime: string;
      }[];
    };
    readonly time: number;
  };
}

const marketCalls = (send: SendCall): MarketCalls => ({
  time: (asked, terms) => send(['GET', 'open', '/capi/v2/market/time'], asked, terms),
  contracts: (asked, terms) => send(['GET', 'open', '/capi/v2/market/contracts'], asked, terms),
  depth: (asked, terms) => send(['GET', 'open', '/capi/v2/market/depth'], asked, terms),
  tickers: (asked, terms) => send(['GET', 'open', '/capi/v2/market/tickers'], asked, terms),
  ticker: (asked, terms) => send(['GET', 'open', '/capi/v2/market/ticker'], asked, terms),
  trades: (asked, terms) => send(['GET', 'open', '/capi/v2/market/trades'], asked, terms),
  candles: (asked, terms) => send(['GET', 'open', '/capi/v2/market/candles'], asked, terms),
  historyCandles: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/historyCandles'], asked, terms),
  index: (asked, terms) => send(['GET', 'open', '/capi/v2/market/index'], asked, terms),
  openInterest: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/open_interest'], asked, terms),
  fundingTime: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/funding_time'], asked, terms),
  fundingHistory: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/getHistoryFundRate'], asked, terms),
  currentFunding: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/currentFundRate'], asked, terms),
  fundingRates: (asked, terms) =>
    send(['GET', 'open', '/capi/v2/market/funding_rate'], asked, terms),
});

const accountCalls = (send: SendCall): AccountCalls => ({
  getAccounts: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/account/getAccounts'], asked, terms),
  accounts: (asked, terms) => send(['GET', 'signed', '/capi/v2/account/accounts'], asked, terms),
  getAccount: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/account/getAccount'], asked, terms),
  account: (asked, terms) => send(['GET', 'signed', '/capi/v2/account/account'], asked, terms),
  assets: (asked, terms) => send(['GET', 'signed', '/capi/v2/account/assets'], asked, terms),
  bills: (asked, terms) => send(['POST', 'signed', '/capi/v2/account/bills'], asked, terms),
  settings: (asked, terms) => send(['GET', 'signed', '/capi/v2/account/settings'], asked, terms),
  leverage: (asked, terms) => send(['POST', 'signed', '/capi/v2/account/leverage'], asked, terms),
  adjustMargin: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/account/adjustMargin'], asked, terms),
  autoAppend: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/account/modifyAutoAppendMargin'], asked, terms),
  allPosition: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/account/position/allPosition'], asked, terms),
  singlePosition: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/account/position/singlePosition'], asked, terms),
  holdModel: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/account/position/changeHoldModel'], asked, terms),
});

const orderCalls = (send: SendCall): OrderCalls => ({
  placeOrder: (asked, terms) => send(['POST', 'signed', '/capi/v2/order/placeOrder'], asked, terms),
  batchOrders: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/batchOrders'], asked, terms),
  cancelOrder: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/cancel_order'], asked, terms),
  cancelBatch: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/cancel_batch_orders'], asked, terms),
  detail: (asked, terms) => send(['GET', 'signed', '/capi/v2/order/detail'], asked, terms),
  history: (asked, terms) => send(['GET', 'signed', '/capi/v2/order/history'], asked, terms),
  current: (asked, terms) => send(['GET', 'signed', '/capi/v2/order/current'], asked, terms),
  fills: (asked, terms) => send(['GET', 'signed', '/capi/v2/order/fills'], asked, terms),
  closePositions: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/closePositions'], asked, terms),
  cancelAll: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/cancelAllOrders'], asked, terms),
  uploadAiLog: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/uploadAiLog'], asked, terms),
  planOrder: (asked, terms) => send(['POST', 'signed', '/capi/v2/order/plan_order'], asked, terms),
  cancelPlan: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/cancel_plan'], asked, terms),
  currentPlan: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/order/currentPlan'], asked, terms),
  historyPlan: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/order/historyPlan'], asked, terms),
  placeTpSl: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/placeTpSlOrder'], asked, terms),
  modifyTpSl: (asked, terms) =>
    send(['POST', 'signed', '/capi/v2/order/modifyTpSlOrder'], asked, terms),
});

const perpetuaCalls = (send: SendCall): PerpetuaCalls => ({
  tiers: (asked, terms) => send(['GET', 'open', '/capi/v2/perpetua/tiers'], asked, terms),
  sparklines: (asked, terms) => send(['GET', 'open', '/capi/v2/perpetua/sparklines'], asked, terms),
  liquidations: (asked, terms) =>
    send(['GET', 'signed', '/capi/v2/perpetua/liquidations'], asked, terms),
  funding: (asked, terms) => send(['GET', 'signed', '/capi/v2/perpetua/funding'], asked, terms),
  portfolio: (asked, terms) => send(['GET', 'signed', '/capi/v2/perpetua/portfolio'], asked, terms),
  amend: (asked, terms) => send(['POST', 'signed', '/capi/v2/perpetua/amend'], asked, terms),
});

const sandboxCalls = (send: SendCall): SandboxCalls => ({
  timeStep: (asked, terms) => send(['POST', 'signed', '/sandbox/time/step', 'lasts'], asked, terms),
});

const competitionCalls = (send: SendCall): CompetitionCalls => ({
  season: (asked, terms) => send(['GET', 'open', '/competition'], asked, terms),
  now: (asked, terms) => send(['GET', 'open', '/competition/now'], asked, terms),
  rules: (asked, terms) => send(['GET', 'open', '/competition/rules'], asked, terms),
  board: (asked, terms) => send(['GET', 'open', '/competition/leaderboard'], asked, terms),
  curves: (asked, terms) => send(['GET', 'open', '/competition/curves'], asked, terms),
  team: (asked, terms) => send(['GET', 'open', '/competition/teams/{team}'], asked, terms),
  equity: (asked, terms) => send(['GET', 'open', '/competition/teams/{team}/equity'], asked, terms),
  register: (asked, terms) => send(['POST', 'open', '/competition/registrations'], asked, terms),
  registration: (asked, terms) =>
    send(['GET', 'claimed', '/competition/registrations/{id}'], asked, terms),
  claim: (asked, terms) =>
    send(['POST', 'claimed', '/competition/registrations/{id}/credentials'], asked, terms),
  withdraw: (asked, terms) =>
    send(['POST', 'claimed', '/competition/registrations/{id}/withdraw'], asked, terms),
});

export const createCalls = (send: SendCall): Calls => ({
  market: marketCalls(send),
  account: accountCalls(send),
  order: orderCalls(send),
  perpetua: perpetuaCalls(send),
  sandbox: sandboxCalls(send),
  competition: competitionCalls(send),
});
