/**
 * The options of an order, written down in full. A dialect says of each option what its words mean,
 * or that it has none for it; so a new option does not compile before every dialect has done so.
 */
import type { OrderOptions } from '../domain/order.ts';

export type InFull<Options> = {
  readonly [Option in keyof Options]-?: Options[Option] | undefined;
};

/** Those that are there. */
export const given = <Options extends OrderOptions>(options: InFull<Options>): Options =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as Options;

/** Versions 2 and 3 have words for the position mode alone. */
const NO_WORDS: Omit<InFull<OrderOptions>, 'positionMode'> = {
  selfTrade: undefined,
  priceMatch: undefined,
  expiresAt: undefined,
  clientIds: undefined,
};

/** Returns the options of an order; none where its sender does not say which mode is meant. */
export const optionsMeant = ({ positionMode }: Pick<OrderOptions, 'positionMode'>) =>
  positionMode === undefined ? {} : { options: given<OrderOptions>({ positionMode, ...NO_WORDS }) };
