/** What the facts are compared with; a fact names a source by its number, counted from one. */
export const SOURCES: readonly string[] = [
  'R. Cont, *Empirical properties of asset returns: stylized facts and statistical issues*, Quantitative Finance 1 (2001), 223–236.',
  'T. Takaishi, *Statistical properties and multifractality of Bitcoin*, Physica A 506 (2018), 507–519.',
  'S. Drożdż and others, *Bitcoin market route to maturity?*, Chaos 28 (2018), 071101.',
];
