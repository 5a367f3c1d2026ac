/**
 * The options of an order, written down in full. A dialect says of each option what its words mean
 * and whether its records show it; so a new option does not compile before every dialect has done
 * so.
 */
import type { PositionMode } from '../domain/account.ts';
import type { Order, OrderOptions, TriggerOptions } from '../domain/order.ts';
import { ifSent, meaningField } from './field.ts';

export type InFull<Options> = {
  readonly [Option in keyof Options]-?: Options[Option] | undefined;
};

/** Those that are there. */
export const given = <Options extends OrderOptions>(options: InFull<Options>): Options =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as Options;

/** The fields of versions 2 and 3 for options. */
export const OPTION_FIELDS = {
  positionMode: ifSent(
    meaningField<PositionMode>(
      { HEDGE: 'hedge', ONE_WAY: 'net' },
      'The mode that you mean; an account in the other one refuses the order. With ONE_WAY ' +
        'an order that opens first shrinks the position of the other side.',
      'ONE_WAY',
    ),
  ),
};

const NO_WORDS: Omit<InFull<OrderOptions>, keyof typeof OPTION_FIELDS> = {
  selfTrade: undefined,
  priceMatch: undefined,
  expiresAt: undefined,
  clientIds: undefined,
};

/** Returns the options of an order; none where its sender does not say which mode is meant. */
export const optionsMeant = ({ positionMode }: Pick<OrderOptions, keyof typeof OPTION_FIELDS>) =>
  positionMode === undefined ? {} : { options: given<OrderOptions>({ positionMode, ...NO_WORDS }) };

export type Shows<Option extends keyof TriggerOptions> = Readonly<Record<Option, true>>;
export type Hides<Option extends keyof TriggerOptions> = Readonly<Record<Option, false>>;

/** Records of versions 2 and 3, and the rows of their sockets, show no option. */
export type ShowsNone = Hides<
  'clientIds' | 'direction' | 'expiresAt' | 'limitBound' | 'positionMode' | 'priceMatch'
> &
  Hides<'pairs' | 'priceProtect' | 'replaces' | 'selfTrade' | 'timeInForce' | 'trailing'>;

/** An order with the options that a record of it shows. */
export type ShownOrder<Said extends Record<keyof TriggerOptions, boolean>> = Readonly<
  Omit<Order, 'options'>
> & {
  readonly options: Pick<
    TriggerOptions,
    {
      [Option in keyof TriggerOptions]-?: Said[Option] extends true ? Option : never;
    }[keyof TriggerOptions]
  > | null;
};
