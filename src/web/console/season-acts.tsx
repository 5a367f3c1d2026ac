/** The organiser's actions on a season, each with its consequences. */
import { signal } from '@preact/signals';
import { formatMoment } from '../arena/figures.ts';
import { put } from '../parts/controls.tsx';
import { CopyButton } from '../parts/credentials-list.tsx';
import { choiceField, type FormField, type FormValues, longField } from '../parts/form-fields.tsx';
import { amount, dateInputText, withCommas } from '../parts/numbers.ts';
import { Facts, Sheet } from '../parts/panel.tsx';
import { type Act, actOf, needed } from './act.tsx';
import { tell } from './console-words.ts';
import { readinessOf, type SeasonState } from './places.tsx';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/** The next full hour, and two weeks later. */
export function creating(now: number): Act {
  const startAt = Math.ceil((now + HOUR) / HOUR) * HOUR;
  return actOf('createSeason', ['createConsequence'], '/competition/seasons', {
    fields: seasonFields(startAt, startAt + 14 * DAY),
    body: rulesOf,
  });
}

const seasonFields = (startAt: number, endAt: number): readonly FormField[] => [
  needed('name', 'seasonName'),
  { ...needed('startAt', 'startAt', dateInputText(startAt)), kind: 'moment' },
  { ...needed('endAt', 'endAt', dateInputText(endAt)), kind: 'moment' },
  needed('wallet', 'walletEach', '1000'),
  needed('leverageMax', 'leverageMax', '20'),
  needed('makerFee', 'makerFee', '0.0001'),
  needed('takerFee', 'takerFee', '0.0004'),
  choiceField('matching', tell('matching'), [
    ['open', tell('matchingOpen')],
    ['house-only', tell('matchingHouse')],
  ]),
  needed('roundTripsMin', 'roundTripsMin', '10'),
  needed('activeDaysMin', 'activeDaysMin', '5'),
  needed('delay', 'delayMinutes', '1'),
  needed('freeze', 'freezeMinutes', '0'),
  { name: 'requiresAiLog', label: tell('requiresAiLog'), kind: 'flag', value: 'false' },
  { name: 'showsReasons', label: tell('showsReasons'), kind: 'flag', value: 'false' },
  { name: 'ranksIdle', label: tell('ranksIdle'), kind: 'flag', value: 'false' },
];

/** As typed: the venue refuses what is not a number, in its own words. */
const rulesOf = ({ startAt = '', endAt = '', delay, freeze, ...typed }: FormValues): object => ({
  ...typed,
  startAt: Date.parse(startAt),
  endAt: Date.parse(endAt),
  leverageMax: numberOf(typed['leverageMax']),
  roundTripsMin: numberOf(typed['roundTripsMin']),
  activeDaysMin: numberOf(typed['activeDaysMin']),
  leaderboardDelayMillis: scaled(delay),
  leaderboardFreezeMillis: scaled(freeze),
  requiresAiLog: typed['requiresAiLog'] === 'true',
  showsReasons: typed['showsReasons'] === 'true',
  ranksIdle: typed['ranksIdle'] === 'true',
});

const numberOf = (text = ''): number | string =>
  /^\d+$/.test(text.trim()) ? Number(text.trim()) : text;

const scaled = (text = ''): number | string => {
  const minutes = Number(text);
  return Number.isFinite(minutes) ? Math.round(minutes * MINUTE) : text;
};

export const registering = ({ registrationOpen, limits }: SeasonState): Act => {
  const word = registrationOpen ? 'closeRegistration' : 'openRegistration';
  return actOf(word, [`${word}Text`], '/competition/registration', {
    ...(registrationOpen ? {} : { fields: limitFields(limits) }),
    body: ({ teams, perAddress }) => ({
      open: !registrationOpen,
      ...(teams === undefined ? {} : { teams: numberOf(teams), perAddress: numberOf(perAddress) }),
    }),
  });
};

const limitFields = ({ teams, perAddress }: SeasonState['limits']): readonly FormField[] => [
  needed('teams', 'placesMost', String(teams)),
  needed('perAddress', 'perAddress', String(perAddress), 'perAddressHint'),
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
  keep: (attested: AttestationRecord) => put(attestation, attested)(),
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
  fields: [longField('reason', tell('reason'), tell('reasonPublished'))],
  path: '/competition/end',
  body: ({ reason = '' }) => ({ reason }),
  button: tell('end'),
  isDangerous: true,
});

export const closing = (): Act =>
  actOf('closeSeason', ['closeConsequence1', 'closeConsequence2'], '/competition/close', {
    isDangerous: true,
  });

export const publishing = (): Act =>
  actOf('publishPage', ['publishConsequence1', 'publishConsequence2'], '/competition/publication');

/** The attestation of the last reset, to be read, copied and kept. */
export interface AttestationRecord {
  readonly text: string;
  readonly isSound: boolean;
  readonly season: number;
  readonly accounts: number;
  readonly wallet: string;
  readonly collateral: string;
  readonly deposits: string;
  readonly seq: number;
  readonly at: number;
  readonly stateHash: string;
}

/** Of this tab. */
export const attestation = signal<AttestationRecord | undefined>(undefined);

export function AttestationSheet({ of }: { of: AttestationRecord }) {
  const rows = [
    [tell('collateral'), withCommas(of.collateral)],
    [tell('deposits'), withCommas(of.deposits)],
    [tell('entry'), `${withCommas(String(of.seq))} · ${formatMoment(of.at)}`],
    [tell('stateHash'), of.stateHash],
  ] as const;
  return (
    <Sheet title={tell('attestation')} class={`attestation ${of.isSound ? 'well' : 'ill'}`}>
      <p class="figure">
        <strong>{tell('attested', { count: of.accounts, wallet: amount(of.wallet) })}</strong>
      </p>
      <p class={of.isSound ? 'up' : 'down'}>{tell(of.isSound ? 'sound' : 'notSound')}</p>
      <Facts look="facts" rows={rows} />
      <CopyButton text={JSON.stringify(of, null, 2)} of={tell('attestation')} />
    </Sheet>
  );
}
