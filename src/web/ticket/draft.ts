/** The order being written: what is chosen and typed, as text, until it is sent. */
import { signal } from '@preact/signals';

export const EFFECTS = ['open', 'close'] as const;
export const KINDS = ['limit', 'market', 'plan'] as const;
export const LIVES = ['normal', 'postOnly', 'fok', 'ioc'] as const;
export type EffectChoice = (typeof EFFECTS)[number];
export type Kind = (typeof KINDS)[number];
export type Life = (typeof LIVES)[number];

export interface Draft {
  readonly effect: EffectChoice;
  readonly kind: Kind;
  /** The time in force of a limit order. */
  readonly life: Life;
  readonly price: string;
  readonly trigger: string;
  /** What a trigger order becomes when it fires. */
  readonly firesAs: 'limit' | 'market';
  readonly size: string;
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
  firesAs: 'market',
  size: '',
  takeProfit: '',
  stopLoss: '',
  hasExits: false,
};

export const draft = signal<Draft>(EMPTY);

export const changeDraft = (changes: Partial<Draft>): void => {
  draft.value = { ...draft.peek(), ...changes };
};

/** Numbers of one contract mean nothing for another. */
export const clearNumbers = (): void =>
  changeDraft({ price: '', trigger: '', size: '', takeProfit: '', stopLoss: '' });

/** From a click on the book or the chart: the price of a limit order, or what triggers another. */
export function takePrice(price: string): void {
  if (draft.peek().kind === 'market') changeDraft({ kind: 'limit' });
  changeDraft(draft.peek().kind === 'plan' ? { trigger: price } : { price });
}
