/** Refusals about seasons, entrants and sanctions, in the words of the interface. */

import { millis } from '../domain/units.ts';
import { formatIso } from './amount-text.ts';
import { type Answers, argument, detailed, precondition, type Refusal } from './engine-voice.ts';

export const SEASON_ANSWERS = {
  'account-enrolled': ({ given }) =>
    detailed(
      '50004',
      `season ${given} decides about the money, terms and status of its accounts`,
      `账户参加第${given}赛季，资金和条款由赛季规则决定`,
    ),
  'account-not-enrolled': ({ given }) =>
    precondition(`The account '${given}' is not enrolled in the season`, '账户未参加赛季'),
  'position-value-limit': ({ given, limit }) =>
    precondition(
      `The position value must be less than or equal to '${limit}' in this season. ` +
        `It would be '${given}'`,
      `本赛季持仓价值不能大于${limit}`,
    ),
  'sanction-stands': ({ given, limit }) =>
    precondition(`The sanction '${given}' is no step up: it stands at '${limit}'`, '制裁状态不符'),
  'sanction-text-invalid': ({ given, limit }) =>
    argument(`The ${given} must be a text of 1 to ${limit} characters`, `${given}无效`),
  'season-empty': ({ given }) =>
    precondition(`The season has no account to reset. Accounts enrolled: '${given}'`, '没有账户'),
  'season-full': ({ limit }) =>
    precondition(`The season takes at most '${limit}' accounts`, '赛季名额已满'),
  'season-in-progress': ({ given }) =>
    precondition(`Season '${given}' is not closed yet`, `第${given}赛季尚未关闭`),
  'season-not-started': (refusal) =>
    detailed(
      '50004',
      `opening orders are taken from the start of the season, ${timeOf(refusal)}`,
      `赛季${timeOf(refusal)}开始后才能开仓`,
    ),
  'season-over': (refusal) =>
    detailed(
      '50004',
      `no opening orders after the end of the season, ${timeOf(refusal)}`,
      `赛季已于${timeOf(refusal)}结束，不能开仓`,
    ),
  'season-phase': ({ given, limit }) =>
    precondition(`The season is ${given}; this needs one that is ${limit}`, '赛季阶段不符'),
  'season-rules-invalid': ({ given, limit }) =>
    argument(`The rule ${given} is not allowed. The limit is '${limit}'`, `规则${given}无效`),
  'season-times-invalid': (refusal) =>
    argument(
      'A season ends after it starts and after now, starts after the one before it, and takes ' +
        `at most a year. Current value is '${refusal.given}', the limit is '${refusal.limit}'`,
      '赛季时间无效',
    ),
  'season-too-early': (refusal) =>
    precondition(`It is too early: the time of the rules is ${timeOf(refusal)}`, '时间未到'),
  'season-unknown': ({ given, limit }) =>
    argument(`There is no season '${given}'. The limit is '${limit}'`, `第${given}赛季不存在`),
  'team-enrolled': ({ given }) =>
    precondition(`The team '${given}' is enrolled already`, `队伍${given}已参加`),
  'team-name-invalid': ({ given, limit }) =>
    argument(`The team name must have 1 to ${limit} characters, not '${given}'`, '队名无效'),
} as const satisfies Partial<Answers<Refusal['reject']['reason']>>;

const timeOf = ({ reject: { limit } }: Refusal): string =>
  typeof limit === 'number' ? formatIso(millis(limit)) : '';
