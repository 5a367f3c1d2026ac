/**
 * The names of all fields that hold money, in commands, events, states, views and scores. Stored
 * data and hashes have money as whole numbers of any size, apart from counts and prices: where the
 * value alone does not tell, the name does. None of them names anything else that is a number.
 */
const MONEY_FIELDS: ReadonlySet<string> = new Set([
  ...['amount', 'backing', 'collateral', 'cost', 'cumCloseFee', 'cumCloseValue', 'cumFunding'],
  ...['cumLiquidationFee', 'cumOpenFee', 'cumOpenValue', 'depositsNet', 'equity', 'fall'],
  ...['fallFrom', 'fee', 'fees', 'filledValue', 'frozen', 'funding', 'fundingFee', 'gain'],
  ...['hourEquity', 'impactNotional', 'initial', 'isolated', 'isolatedMargin', 'jumpGain'],
  ...['liquidationFee', 'liquidationFees', 'maintenanceDeduction', 'marginMovedIn'],
  ...['marginMovedOut', 'notional', 'notionalMax', 'notionalMin', 'openFee', 'openValue'],
  ...['openingNotional', 'payment', 'peak', 'positionValueMax', 'pushCost', 'pushValue'],
  ...['realisedPnl', 'requirement', 'residue', 'result', 'testWallet', 'tickLotValue', 'totals'],
  ...['transferred', 'transfers', 'turnover', 'unrealisedPnl', 'value', 'volume', 'wallet'],
]);

export const isMoneyField = (name: string): boolean => MONEY_FIELDS.has(name);
