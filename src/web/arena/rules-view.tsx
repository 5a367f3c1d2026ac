/** The rules of the season, in words. */

import { Facts } from '../parts/facts.tsx';
import { percent, short } from '../parts/numbers.ts';
import { tell } from './arena-words.ts';
import { amount, lengthOf, moment } from './figures.ts';
import type { Season } from './season-feed.ts';

const FEE_DECIMALS = 3;

export function RulesView({ of }: { of: Season }) {
  const fee = (rate: string): string => percent(rate, FEE_DECIMALS).replace('+', '');
  const board = [
    of.leaderboardDelayMillis > 0
      ? tell('delayText', { delay: lengthOf(of.leaderboardDelayMillis) })
      : tell('now'),
    ...(of.leaderboardFreezeMillis > 0
      ? [tell('freezeText', { freeze: lengthOf(of.leaderboardFreezeMillis) })]
      : []),
  ];
  const rows: readonly (readonly [string, string])[] = [
    [tell('starts'), moment(of.startedAt ?? of.startAt)],
    [tell('ends'), moment(of.endedAt ?? of.endAt)],
    [tell('lasts'), lengthOf(of.endAt - of.startAt)],
    [tell('ruleWallet'), `${amount(of.wallet)} USDT`],
    [tell('ruleLeverage'), `${of.leverageMax}×`],
    [tell('ruleFees'), `${fee(of.makerFee)} / ${fee(of.takerFee)}`],
    [tell('rulePosition'), `${short(of.positionValueMax)} USDT`],
    [tell('ruleMatching'), tell(of.matching === 'open' ? 'matchingOpen' : 'matchingHouse')],
    [
      tell('ruleActivity'),
      tell('activityText', { trips: of.roundTripsMin, days: of.activeDaysMin }),
    ],
    [tell('ruleDelay'), board.join(', ')],
    [tell('ruleLog'), tell(of.requiresAiLog ? 'logNeeded' : 'logFree')],
  ];
  return (
    <div class="rules">
      <section class="sheet" aria-label={tell('rules')}>
        <h2>{tell('rules')}</h2>
        <Facts look="rule-list" rows={rows} />
        <h3>{tell('ruleSymbols')}</h3>
        <ul class="symbols">
          {of.symbols.map((symbol) => (
            <li key={symbol} class="badge">
              {symbol.replace(/^cmt_/, '').toUpperCase()}
            </li>
          ))}
        </ul>
      </section>
      <section class="sheet" aria-label={tell('howRanked')}>
        <h2>{tell('howRanked')}</h2>
        <p>{tell('rankedText')}</p>
        <h2>{tell('whatIsShown')}</h2>
        <p>{tell('shownText')}</p>
      </section>
    </div>
  );
}
