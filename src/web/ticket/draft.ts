/** The order being written: what is chosen and typed, as text, until it is sent. */
import { signal } from '@preact/signals';
import type { ExitUnit } from './exit-price.ts';

export const EFFECTS = ['open', 'close'] as const;
export const KINDS = ['limit', 'market', 'plan'] as const;
export const LIVES = ['normal', 'postOnly', 'fok', 'ioc'] as const;
/** Whether a trigger order waits at a price, or follows it by a price or by per cent. */
export const TRAIL_CHOICES = ['none', 'price', 'percent'] as const;
/** Coins, money, or the share of what the margin allows. */
export const SIZE_UNITS = ['coin', 'quote', 'margin'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];
export type EffectChoice = (typeof EFFECTS)[number];
export type Kind = (typeof KINDS)[number];
export type Life = (typeof LIVES)[number];
type TrailChoice = (typeof TRAIL_CHOICES)[number];

export interface Draft {
  readonly effect: EffectChoice;
  readonly kind: Kind;
  /** The time in force of a limit order. */
  readonly life: Life;
  readonly price: string;
  /** Where a trigger order waits, or from where on it follows. */
  readonly trigger: string;
  readonly trail: TrailChoice;
  /** How far behind it follows. */
  readonly distance: string;
  /** What a trigger order becomes when it fires. */
  readonly firesAs: 'limit' | 'market';
  readonly size: string;
  readonly sizeUnit: SizeUnit;
  readonly exitUnit: ExitUnit;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly hasExits: boolean;
}

const EMPTY: Draft = {
  effect: 'open',
  kind: 'limit',
  life: 'normal',
  price: '',
  trigger: '',
  trail: 'none',
  distance: '',
  firesAs: 'market',
  size: '',
  sizeUnit: 'coin',
  exitUnit: 'price',
  takeProfit: '',
  stopLoss: '',
  hasExits: false,
};

export const draft = signal<Draft>(EMPTY);

export const changeDraft = (changes: Partial<Draft>): void => {
  draft.value = { ...draft.peek(), ...changes };
};

export const isTrailing = ({ kind, trail }: Draft): boolean => kind === 'plan' && trail !== 'none';

/** One that follows the price goes to market. */
export const needsLimit = (order: Draft): boolean =>
  order.kind === 'limit' ||
  (order.kind === 'plan' && order.firesAs === 'limit' && !isTrailing(order));

/** Numbers of one contract mean nothing for another. */
export const clearNumbers = (): void =>
  changeDraft({ price: '', trigger: '', distance: '', size: '', takeProfit: '', stopLoss: '' });

/** From a click on the book or the chart: the price of a limit order, or what triggers another. */
export function takePrice(price: string): void {
  if (draft.peek().kind === 'market') changeDraft({ kind: 'limit' });
  changeDraft(draft.peek().kind === 'plan' ? { trigger: price } : { price });
}
