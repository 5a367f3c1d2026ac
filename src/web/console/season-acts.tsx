/** The organiser's actions on a season, each with its consequences. */
import { amount, formatMoment } from '../arena/figures.ts';
import { dateInputText, type FormField, type FormValues, momentOf } from '../parts/form-fields.tsx';
import type { Act } from './act.tsx';
import { type AttestationRecord, AttestationSheet, attestation } from './attestation.tsx';
import { tell } from './console-words.ts';
import { readinessOf } from './places.tsx';
import type { SeasonState } from './season-state.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/** The next full hour, and two weeks later. */
export function creating(now: number): Act {
  const startAt = Math.ceil((now + HOUR) / HOUR) * HOUR;
  return {
    title: tell('createSeason'),
    consequences: [tell('createConsequence')],
    fields: seasonFields(startAt, startAt + 14 * DAY),
    path: '/competition/seasons',
    body: rulesOf,
    button: tell('createSeason'),
  };
}

const seasonFields = (startAt: number, endAt: number): readonly FormField[] => [
  { name: 'name', label: tell('seasonName'), isNeeded: true },
  {
    name: 'startAt',
    label: tell('startAt'),
    kind: 'moment',
    value: dateInputText(startAt),
    isNeeded: true,
  },
  {
    name: 'endAt',
    label: tell('endAt'),
    kind: 'moment',
    value: dateInputText(endAt),
    isNeeded: true,
  },
  { name: 'wallet', label: tell('walletEach'), value: '1000', isNeeded: true },
  { name: 'leverageMax', label: tell('leverageMax'), value: '20', isNeeded: true },
  { name: 'makerFee', label: tell('makerFee'), value: '0.0001', isNeeded: true },
  { name: 'takerFee', label: tell('takerFee'), value: '0.0004', isNeeded: true },
  {
    name: 'matching',
    label: tell('matching'),
    kind: 'choice',
    value: 'open',
    options: [
      { value: 'open', label: tell('matchingOpen') },
      { value: 'house-only', label: tell('matchingHouse') },
    ],
  },
  { name: 'roundTripsMin', label: tell('roundTripsMin'), value: '10', isNeeded: true },
  { name: 'activeDaysMin', label: tell('activeDaysMin'), value: '5', isNeeded: true },
  { name: 'delay', label: tell('delayMinutes'), value: '1', isNeeded: true },
  { name: 'freeze', label: tell('freezeMinutes'), value: '0', isNeeded: true },
  { name: 'requiresAiLog', label: tell('requiresAiLog'), kind: 'flag', value: 'false' },
  { name: 'ranksIdle', label: tell('ranksIdle'), kind: 'flag', value: 'false' },
];

/** As typed: the venue refuses what is not a number, in its own words. */
const rulesOf = (typed: FormValues): object => ({
  name: typed['name'],
  startAt: momentOf(typed['startAt'] ?? ''),
  endAt: momentOf(typed['endAt'] ?? ''),
  wallet: typed['wallet'],
  leverageMax: numberOf(typed['leverageMax']),
  makerFee: typed['makerFee'],
  takerFee: typed['takerFee'],
  matching: typed['matching'],
  roundTripsMin: numberOf(typed['roundTripsMin']),
  activeDaysMin: numberOf(typed['activeDaysMin']),
  leaderboardDelayMillis: scaled(typed['delay']),
  leaderboardFreezeMillis: scaled(typed['freeze']),
  requiresAiLog: typed['requiresAiLog'] === 'true',
  ranksIdle: typed['ranksIdle'] === 'true',
});

const numberOf = (text = ''): number | string =>
  /^\d+$/.test(text.trim()) ? Number(text.trim()) : text;

const scaled = (text = ''): number | string => {
  const minutes = Number(text);
  return Number.isFinite(minutes) ? Math.round(minutes * MINUTE) : text;
};

export const registering = ({ registrationOpen, limits }: SeasonState): Act => ({
  title: tell(registrationOpen ? 'closeRegistration' : 'openRegistration'),
  consequences: [tell(registrationOpen ? 'closeRegistrationText' : 'openRegistrationText')],
  ...(registrationOpen ? {} : { fields: limitFields(limits) }),
  path: '/competition/registration',
  body: ({ teams, perAddress }) => ({
    open: !registrationOpen,
    ...(teams === undefined ? {} : { teams: numberOf(teams), perAddress: numberOf(perAddress) }),
  }),
  button: tell(registrationOpen ? 'closeRegistration' : 'openRegistration'),
});

const limitFields = ({ teams, perAddress }: SeasonState['limits']): readonly FormField[] => [
  { name: 'teams', label: tell('placesMost'), value: String(teams), isNeeded: true },
  {
    name: 'perAddress',
    label: tell('perAddress'),
    value: String(perAddress),
    hint: tell('perAddressHint'),
    isNeeded: true,
  },
];

export const resetting = (season: SeasonState): Act => ({
  title: tell('reset'),
  consequences: [
    ...readinessOf(season),
    tell('resetConsequence1', { count: season.entrants, wallet: amount(season.wallet) }),
    tell('resetConsequence2'),
    tell('resetConsequence3'),
  ],
  path: '/competition/reset',
  button: tell('reset'),
  isDangerous: true,
  keep: (attested: AttestationRecord) => {
    attestation.value = attested;
  },
  show: (attested: AttestationRecord) => <AttestationSheet of={attested} />,
});

export const starting = (season: SeasonState): Act => ({
  title: tell('startTitle'),
  consequences: [
    ...readinessOf(season),
    tell('startConsequence1', { count: season.entrants, time: formatMoment(season.startAt) }),
    tell('startConsequence2'),
    tell('startConsequence3'),
  ],
  path: '/competition/start',
  body: () => ({ now: true }),
  button: tell('start'),
});

export const ending = ({ entrants, endAt }: SeasonState): Act => ({
  title: tell('endTitle'),
  consequences: [
    tell('endConsequence1', { count: entrants, time: formatMoment(endAt) }),
    tell('endConsequence2'),
    tell('endConsequence3'),
  ],
  fields: [
    {
      name: 'reason',
      label: tell('reason'),
      kind: 'long',
      hint: tell('reasonPublished'),
      isNeeded: true,
    },
  ],
  path: '/competition/end',
  body: ({ reason = '' }) => ({ reason }),
  button: tell('end'),
  isDangerous: true,
});

export const closing = (): Act => ({
  title: tell('closeSeason'),
  consequences: [tell('closeConsequence1'), tell('closeConsequence2')],
  path: '/competition/close',
  button: tell('closeSeason'),
  isDangerous: true,
});

export const publishing = (): Act => ({
  title: tell('publishPage'),
  consequences: [tell('publishConsequence1'), tell('publishConsequence2')],
  path: '/competition/publication',
  button: tell('publishPage'),
});
