/** The organiser's actions on prices, liquidity and time. */
import { choiceField, type FormField, type FormValues } from '../parts/form-fields.tsx';
import { type Act, actOf, needed } from './act.tsx';
import { tell } from './console-words.ts';

export const feeding = (): Act =>
  actOf('chooseFeed', ['feedConsequence'], '/market/feed', {
    fields: [
      choiceField('kind', tell('feed'), [
        ['simulated', tell('feedSimulated')],
        ['replay', tell('feedReplay')],
        ['live', tell('feedLive')],
      ]),
    ],
    body: ({ kind }) => ({ kind }),
  });

/** Empty fields are left out. */
export const filled = (typed: FormValues): object =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));

const symbolField = (symbols: readonly string[]): FormField =>
  choiceField('symbol', tell('contract'), [
    ...symbols.map((symbol) => [symbol, symbol] as const),
    ['all', tell('allContracts')],
  ]);

const lastingField = (): FormField => ({
  name: 'for',
  label: tell('lasting'),
  hint: tell('lastingHint'),
});

const REGIMES = ['calm', 'up', 'down', 'stress'] as const;

type Fields = (symbols: readonly string[]) => readonly FormField[];

/** What each kind of trouble asks for. */
const TROUBLES = {
  shock: (symbols) => [
    symbolField(symbols),
    needed('change', 'change', '-10%', 'changeHint'),
    { name: 'over', label: tell('over'), hint: tell('overHint') },
  ],
  regime: () => [
    choiceField(
      'regime',
      tell('regime'),
      REGIMES.map((name) => [name, name]),
      'stress',
    ),
    lastingField(),
  ],
  thin: (symbols) => [symbolField(symbols), needed('depth', 'depth', '0.1'), lastingField()],
  oneSided: (symbols) => [
    symbolField(symbols),
    choiceField('only', tell('only'), [
      ['bids', tell('bids')],
      ['asks', tell('asks')],
    ]),
    lastingField(),
  ],
  funding: (symbols) => [
    symbolField(symbols),
    needed('rate', 'rate', '-0.05%', 'rateHint'),
    lastingField(),
  ],
  basis: (symbols) => [
    symbolField(symbols),
    needed('basis', 'basis', '0.5%', 'basisHint'),
    lastingField(),
  ],
  outage: (symbols) => [symbolField(symbols), lastingField()],
  halt: (symbols) => [symbolField(symbols), lastingField()],
  resume: (symbols) => [symbolField(symbols)],
} satisfies Readonly<Record<string, Fields>>;

type Trouble = keyof typeof TROUBLES;

const isTrouble = (name: string): name is Trouble => Object.hasOwn(TROUBLES, name);
export const TROUBLE_NAMES = Object.keys(TROUBLES).filter(isTrouble);

export const causing = (trouble: Trouble, symbols: readonly string[]): Act => {
  const verb = trouble === 'oneSided' ? 'one-sided' : trouble;
  return actOf(trouble, [`${trouble}Consequence`], `/chaos/${verb}`, {
    fields: TROUBLES[trouble](symbols),
    body: filled,
    isDangerous: true,
  });
};

export const calming = (): Act => actOf('calm', ['calmConsequence'], '/chaos/calm');

export const pacing = (speed: number): Act =>
  actOf('speed', ['speedConsequence'], '/time/speed', {
    fields: [needed('speed', 'speed', String(speed))],
    body: ({ speed: typed = '' }) => ({ speed: /^\d+$/.test(typed) ? Number(typed) : typed }),
  });

export const pausing = (): Act => actOf('pause', ['pauseConsequence'], '/time/pause');

export const resuming = (): Act => actOf('resumeTime', ['resumeTimeConsequence'], '/time/resume');

export const stepping = (): Act =>
  actOf('stepTime', ['stepConsequence'], '/time/step', {
    fields: [needed('by', 'stepBy', '1h', 'stepByHint')],
    body: ({ by = '' }) => ({ by }),
  });
