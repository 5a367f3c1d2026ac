/** The class of ccxt that speaks version 3: the one place where its name must be written. */
export const EXCHANGE_CLASS = 'weex';
