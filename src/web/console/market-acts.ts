/** The organiser's actions on prices, liquidity and time. */

import type { FormField, FormValues } from '../parts/form-fields.tsx';
import type { Act } from './act.tsx';
import { type ConsoleWord, tell } from './console-words.ts';

export const feeding = (): Act => ({
  title: tell('chooseFeed'),
  consequences: [tell('feedConsequence')],
  fields: [
    {
      name: 'kind',
      label: tell('feed'),
      kind: 'choice',
      value: 'simulated',
      options: [
        { value: 'simulated', label: tell('feedSimulated') },
        { value: 'replay', label: tell('feedReplay') },
        { value: 'live', label: tell('feedLive') },
      ],
    },
  ],
  path: '/market/feed',
  body: ({ kind }) => ({ kind }),
  button: tell('chooseFeed'),
});

/** Empty fields are left out. */
export const filled = (typed: FormValues): object =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));

const symbolField = (symbols: readonly string[]): FormField => ({
  name: 'symbol',
  label: tell('symbol'),
  kind: 'choice',
  value: symbols[0] ?? 'all',
  options: [
    ...symbols.map((value) => ({ value, label: value })),
    { value: 'all', label: tell('allContracts') },
  ],
});

const lastingField = (): FormField => ({
  name: 'for',
  label: tell('lasting'),
  hint: tell('lastingHint'),
});

const REGIMES = ['calm', 'up', 'down', 'stress'] as const;

interface ChaosSwitch {
  readonly word: ConsoleWord;
  readonly act: (symbols: readonly string[]) => Act;
}

const cause =
  (
    word: ConsoleWord,
    consequence: ConsoleWord,
    verb: string,
    fields: (symbols: readonly string[]) => readonly FormField[],
  ): ChaosSwitch['act'] =>
  (symbols) => ({
    title: tell(word),
    consequences: [tell(consequence)],
    fields: fields(symbols),
    path: `/chaos/${verb}`,
    body: filled,
    button: tell(word),
    isDangerous: true,
  });

export const CHAOS: readonly ChaosSwitch[] = [
  {
    word: 'shock',
    act: cause('shock', 'shockConsequence', 'shock', (symbols) => [
      symbolField(symbols),
      {
        name: 'change',
        label: tell('change'),
        value: '-10%',
        hint: tell('changeHint'),
        isNeeded: true,
      },
      { name: 'over', label: tell('over'), hint: tell('overHint') },
    ]),
  },
  {
    word: 'regime',
    act: cause('regime', 'regimeConsequence', 'regime', () => [
      {
        name: 'regime',
        label: tell('regime'),
        kind: 'choice',
        value: 'stress',
        options: REGIMES.map((value) => ({ value, label: value })),
      },
      lastingField(),
    ]),
  },
  {
    word: 'thin',
    act: cause('thin', 'thinConsequence', 'thin', (symbols) => [
      symbolField(symbols),
      { name: 'depth', label: tell('depth'), value: '0.1', isNeeded: true },
      lastingField(),
    ]),
  },
  {
    word: 'oneSided',
    act: cause('oneSided', 'oneSidedConsequence', 'one-sided', (symbols) => [
      symbolField(symbols),
      {
        name: 'only',
        label: tell('only'),
        kind: 'choice',
        value: 'bids',
        options: [
          { value: 'bids', label: tell('bids') },
          { value: 'asks', label: tell('asks') },
        ],
      },
      lastingField(),
    ]),
  },
  {
    word: 'funding',
    act: cause('funding', 'fundingConsequence', 'funding', (symbols) => [
      symbolField(symbols),
      {
        name: 'rate',
        label: tell('rate'),
        value: '-0.05%',
        hint: tell('rateHint'),
        isNeeded: true,
      },
      lastingField(),
    ]),
  },
  {
    word: 'basis',
    act: cause('basis', 'basisConsequence', 'basis', (symbols) => [
      symbolField(symbols),
      {
        name: 'basis',
        label: tell('basis'),
        value: '0.5%',
        hint: tell('basisHint'),
        isNeeded: true,
      },
      lastingField(),
    ]),
  },
  {
    word: 'outage',
    act: cause('outage', 'outageConsequence', 'outage', (symbols) => [
      symbolField(symbols),
      lastingField(),
    ]),
  },
  {
    word: 'halt',
    act: cause('halt', 'haltConsequence', 'halt', (symbols) => [
      symbolField(symbols),
      lastingField(),
    ]),
  },
  {
    word: 'resume',
    act: cause('resume', 'resumeConsequence', 'resume', (symbols) => [symbolField(symbols)]),
  },
];

export const calming = (): Act => ({
  title: tell('calm'),
  consequences: [tell('calmConsequence')],
  path: '/chaos/calm',
  button: tell('calm'),
});

export const pacing = (speed: number): Act => ({
  title: tell('speed'),
  consequences: [tell('speedConsequence')],
  fields: [{ name: 'speed', label: tell('speed'), value: String(speed), isNeeded: true }],
  path: '/time/speed',
  body: ({ speed: typed = '' }) => ({ speed: /^\d+$/.test(typed) ? Number(typed) : typed }),
  button: tell('speed'),
});

export const pausing = (): Act => ({
  title: tell('pause'),
  consequences: [tell('pauseConsequence')],
  path: '/time/pause',
  button: tell('pause'),
});

export const resuming = (): Act => ({
  title: tell('resumeTime'),
  consequences: [tell('resumeTimeConsequence')],
  path: '/time/resume',
  button: tell('resumeTime'),
});

export const stepping = (): Act => ({
  title: tell('stepTime'),
  consequences: [tell('stepConsequence')],
  fields: [
    { name: 'by', label: tell('stepBy'), value: '1h', hint: tell('stepByHint'), isNeeded: true },
  ],
  path: '/time/step',
  body: ({ by = '' }) => ({ by }),
  button: tell('stepTime'),
});
