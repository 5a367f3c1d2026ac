/** What the facts are compared with; a fact names a source by its number, counted from one. */
export const SOURCES: readonly string[] = [
  'R. Cont, *Empirical properties of asset returns: stylized facts and statistical issues*, ' +
    'Quantitative Finance 1 (2001), 223–236.',
  'T. Takaishi, *Statistical properties and multifractality of Bitcoin*, Physica A 506 (2018), ' +
    '507–519, https://doi.org/10.1016/j.physa.2018.04.046.',
  'S. Drożdż and others, *Bitcoin market route to maturity? Evidence from return ' +
    'fluctuations, temporal correlations and multiscaling effects*, Chaos 28 (2018), 071101.',
  'BitMEX, *The Anchor and the Ceiling: Understanding the Structure of Funding Rates*, third ' +
    'quarter of 2025, https://www.bitmex.com/blog.',
  'Kaiko, *Where did weekend crypto traders go?*, February 2024, as reported in ' +
    'https://www.theblock.co/post/279353/bitcoin-weekend-trading.',
  'Amberdata, *The Rhythm of Liquidity* and *How Liquidity Really Works in Crypto Markets*, ' +
    '50,526 minutes of BTC/FDUSD at Binance, July and August 2025, https://blog.amberdata.io.',
  'Skew, volume by hour at Coinbase, June 2020, as reported by Cointelegraph on 3 July 2020.',
  '*A tick-by-tick level measurement of the lead-lag duration between cryptocurrencies: The case ' +
    'of Bitcoin versus Cardano*, Investment Management and Financial Innovations, ' +
    'https://www.businessperspectives.org.',
  'CoinDesk Data, *Market Spotlight: The $19 Billion Liquidation That Shook Crypto*, October 2025.',
  'Amberdata, *How $3.21B Vanished in 60 Seconds*, October 2025, https://blog.amberdata.io.',
  'S. Lahajnar and A. Rožanec, *The correlation strength of the most important cryptocurrencies ' +
    'in the bull and bear market*, Investment Management and Financial Innovations 17 (2020).',
  'M. Gould, M. Porter and S. Howison, *The Long Memory of Order Flow in the Foreign Exchange ' +
    'Spot Market*, 2015, https://arxiv.org/abs/1504.04354.',
  'Concave market impact with partial reversion: https://arxiv.org/abs/2603.24137.',
  'J. Donier, J. Bonart, I. Mastromatteo and J.-P. Bouchaud, *A fully consistent, minimal model ' +
    'for non-linear market impact*, 2014, https://arxiv.org/abs/1412.0141.',
  'The public streams of BTCUSDT at Binance USDⓈ-M, recorded for 345 seconds on 8 August 2024: ' +
    '5,436 takers, 66,089 best quotes.',
  'A. Urquhart, *Price clustering in Bitcoin*, Economics Letters 159 (2017), 145–148.',
];
