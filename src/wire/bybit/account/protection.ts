/** Disconnect protection: orders go when no connection has guarded them for a while. */
import { Type } from 'typebox';
import { type Millis, millis } from '../../../domain/units.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, meaningField, wholeField } from '../../field.ts';
import { record, records } from '../../record-field.ts';
import { DONE, texts, v5 } from '../endpoint.ts';
import { wrong } from '../errors.ts';
import { anyCategory } from '../query.ts';

const SECOND = 1_000;
const SECONDS_MIN = 3;
const SECONDS_MAX = 300;

/** How long a connection may be gone; undefined if the account chose nothing. */
export interface GuardTold {
  readonly guard: { readonly window: number } | undefined;
}

export const secondsOf = ({ guard }: GuardTold): number => (guard?.window ?? 0) / SECOND;

export const SET_PROTECTION = v5.ownPost('/order/disconnected-cancel-all', [1, 0], {
  id: 'bybitSetProtection',
  request: Type.Object({
    product: ifSent(
      meaningField<boolean>(
        { DERIVATIVES: true, OPTIONS: false, SPOT: false },
        'DERIVATIVES; nothing else is traded here.',
        'DERIVATIVES',
      ),
    ),
    category: ifSent(anyCategory()),
    timeWindow: wholeField(`Seconds, ${SECONDS_MIN} to ${SECONDS_MAX}.`, 10),
  }),
  ...DONE,
  summary: 'Choose how long the connection may be gone before orders are canceled',
  text: 'While a private socket has the topic `dcp.future` nothing happens. Triggers stay.',
  read: ({ product, category, timeWindow }): { readonly window: Millis } | WireError => {
    if (!(product ?? category === 'linear'))
      return wrong('product', 'must be DERIVATIVES: nothing else is traded here');
    return timeWindow < SECONDS_MIN || timeWindow > SECONDS_MAX
      ? wrong('timeWindow', `must be ${SECONDS_MIN} to ${SECONDS_MAX}`)
      : { window: millis(timeWindow * SECOND) };
  },
});

export const PROTECTION = v5.ownGet('/account/query-dcp-info', [1, 0], {
  id: 'bybitProtection',
  response: record({ dcpInfos: records(texts('product', 'dcpStatus', 'timeWindow')) }),
  summary: 'How long the connection may be gone',
  text: 'An empty list until it is chosen.',
  format: (told: GuardTold) => {
    const timeWindow = String(secondsOf(told));
    const chosen = { product: 'DERIVATIVES', dcpStatus: 'ON', timeWindow };
    return { dcpInfos: told.guard === undefined ? [] : [chosen] };
  },
});
