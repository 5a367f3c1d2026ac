/**
 * What an organiser does: `season opens house-only cap 5000`, `season enrols fox`, `season resets`,
 * `season starts`, `season ends`, `season closes`, `season sanctions fox freeze`. A season opened
 * here starts in a minute and lasts an hour.
 */

import { accountId } from '../../src/domain/ids.ts';
import type { SeasonRules } from '../../src/domain/season.ts';
import { money } from '../../src/domain/units.ts';
import { usdt } from '../kit/driver.ts';
import { rulesAt, sanction } from '../kit/season.ts';
import type { Single } from './request.ts';
import { accountNamed, type Stage } from './stage.ts';
import { hasMore, take, takeOneOf, type Words } from './words.ts';

const STEPS = ['warn', 'throttle', 'freeze', 'disqualify', 'reinstate'] as const;

export function seasonCommand(stage: Stage, words: Words): Single {
  const verb = takeOneOf(words, [
    'opens',
    'enrols',
    'resets',
    'starts',
    'ends',
    'closes',
    'sanctions',
  ]);
  const season = stage.state.season?.number ?? 0;
  switch (verb) {
    case 'opens':
      return { kind: 'open-season', season: season + 1, rules: rulesFrom(stage, words) };
    case 'enrols': {
      const team = take(words, 'a team');
      stage.accounts.set(team, accountId(stage.state.nextAccount));
      return { kind: 'enrol-team', season, team };
    }
    case 'resets':
      return { kind: 'reset-season', season };
    case 'starts':
      return { kind: 'start-season', season };
    case 'ends':
      return { kind: 'end-season', season, reason: null };
    case 'closes':
      return { kind: 'close-season', season };
    default: {
      const account = accountNamed(stage, take(words, 'a team'));
      const command = sanction(account, takeOneOf(words, STEPS));
      return command.kind === 'batch' ? { kind: 'advance-clock' } : command;
    }
  }
}

function rulesFrom(stage: Stage, words: Words): SeasonRules {
  let rules = rulesAt(stage.at);
  while (hasMore(words)) {
    const rule = takeOneOf(words, ['house-only', 'cap', 'wallet']);
    if (rule === 'house-only') rules = { ...rules, matching: 'house-only' };
    else {
      const amount = money(usdt(take(words, 'an amount')));
      rules =
        rule === 'cap' ? { ...rules, positionValueMax: amount } : { ...rules, wallet: amount };
    }
  }
  return rules;
}
