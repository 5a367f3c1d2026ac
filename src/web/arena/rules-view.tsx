/** The rules of the season, in words. */
import type { SeasonAnswer } from '../../wire/competition/season.ts';

import { Facts } from '../parts/facts.tsx';
import { amount, share, short } from '../parts/numbers.ts';
import { Sheet } from '../parts/panel.tsx';
import { sayArena } from './arena-words.ts';
import { formatLength, formatMoment } from './figures.ts';

const FEE_DECIMALS = 3;

export function RulesView({ of }: { of: SeasonAnswer }) {
  const fee = (rate: string): string => share(rate, FEE_DECIMALS);
  const board = [
    of.leaderboardDelayMillis > 0
      ? sayArena('delayText', { delay: formatLength(of.leaderboardDelayMillis) })
      : sayArena('now'),
    ...(of.leaderboardFreezeMillis > 0
      ? [sayArena('freezeText', { freeze: formatLength(of.leaderboardFreezeMillis) })]
      : []),
  ];
  const rows: readonly (readonly [string, string])[] = [
    [sayArena('starts'), formatMoment(of.startedAt ?? of.startAt)],
    [sayArena('ends'), formatMoment(of.endedAt ?? of.endAt)],
    [sayArena('lasts'), formatLength(of.endAt - of.startAt)],
    [sayArena('ruleWallet'), `${amount(of.wallet)} USDT`],
    [sayArena('ruleLeverage'), `${of.leverageMax}×`],
    [sayArena('ruleFees'), `${fee(of.makerFee)} / ${fee(of.takerFee)}`],
    [sayArena('rulePosition'), `${short(of.positionValueMax)} USDT`],
    [sayArena('ruleMatching'), sayArena(of.matching === 'open' ? 'matchingOpen' : 'matchingHouse')],
    [
      sayArena('ruleActivity'),
      sayArena('activityText', { trips: of.roundTripsMin, days: of.activeDaysMin }),
    ],
    [sayArena('ruleIdle'), sayArena(of.ranksIdle ? 'idleRanked' : 'idleLast')],
    [sayArena('ruleDelay'), board.join(', ')],
    ...(of.market === null ? [] : [[sayArena('ruleMarket'), seedText(of.market)] as const]),
    [sayArena('ruleLog'), sayArena(of.requiresAiLog ? 'logNeeded' : 'logFree')],
  ];
  return (
    <div class="rules">
      <Sheet title={sayArena('rules')}>
        <Facts look="rule-list" rows={rows} />
        <h3>{sayArena('ruleSymbols')}</h3>
        <ul class="symbols">
          {of.symbols.map((symbol) => (
            <li key={symbol} class="badge">
              {symbol.replace(/^cmt_/, '').toUpperCase()}
            </li>
          ))}
        </ul>
      </Sheet>
      <Sheet title={sayArena('howRanked')}>
        <p>{sayArena('rankedText')}</p>
        <h2>{sayArena('whatIsShown')}</h2>
        <p>{sayArena('shownText')}</p>
      </Sheet>
    </div>
  );
}

/** The whole commitment: whoever wants to compare it later must be able to copy it. */
const seedText = ({ seed, commitment }: NonNullable<SeasonAnswer['market']>): string =>
  sayArena(seed === 'secret' ? 'seedSecret' : 'seedPublic', { commitment });
