/** The options of orders and triggers, in the words of a scenario. */
import type { OrderOptions, PriceMatch, TriggerOptions } from '../../src/domain/order.ts';
import { millis } from '../../src/domain/units.ts';
import type { Request } from './request.ts';
import { peek, takeDuration, takeIf, takeNumber, takeOneOf, type Words } from './words.ts';

export const SHARED_OPTIONS = ['gives-way', 'until', 'open-only'] as const;
export const TRIGGER_OPTIONS = [
  ...SHARED_OPTIONS,
  ...(['rising', 'falling', 'post-only', 'fok', 'ioc', 'protected', 'alone'] as const),
] as const;

/** `until 5s` counts from the entry of the line. */
export function takeShared(
  { stage, words }: Request,
  word: (typeof SHARED_OPTIONS)[number],
): OrderOptions {
  switch (word) {
    case 'gives-way':
      return { selfTrade: `cancel-${takeOneOf(words, ['maker', 'taker', 'both'])}` };
    case 'until':
      return { expiresAt: millis(stage.at + 1 + takeDuration(words)) };
    case 'open-only':
      return { clientIds: 'open-only' };
  }
}

export function takeTriggerOption(
  request: Request,
  word: (typeof TRIGGER_OPTIONS)[number],
): TriggerOptions {
  switch (word) {
    case 'rising':
    case 'falling':
      return { direction: word };
    case 'post-only':
    case 'fok':
    case 'ioc':
      return { timeInForce: word };
    case 'protected':
      return { priceProtect: true };
    case 'alone':
      return { replaces: false };
    default:
      return takeShared(request, word);
  }
}

/** `opponent`, `queue 5`: a price of the book instead of a limit. */
export function findMatch(words: Words): { readonly priceMatch?: PriceMatch } {
  const of = takeIf(words, 'opponent', 'queue');
  if (of === undefined) return {};
  const isLevel = /^\d+$/.test(peek(words) ?? '');
  return { priceMatch: { of, level: isLevel ? takeNumber(words, 'a level') : 1 } };
}
