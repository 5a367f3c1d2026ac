/** The auditor can fail: seasons, their entrants, and who may meet whom. */

import { expect, test } from 'vitest';
import { seasonOf } from '../../proof/sim/audit/seasons.ts';
import { money, ticks, toBigInt } from '../../src/domain/units.ts';
import { changing, complaintAbout, dropping, type Sabotage, spoiling } from './sabotage.ts';

/** From here on there is more of seasons than before; rare things have seeds of their own. */
const FROM_SEED = 40;
const findComplaint = (sabotage: Sabotage, from = FROM_SEED) => complaintAbout(sabotage, from);

test('[SIM-1] an entrant that a reset left out is seen', () => {
  const after = changing('season-reset', ({ accounts }) => ({ accounts: accounts - 1 }));
  expect(findComplaint({ after })?.rule).toBe('SEA-4');
});

test('[SIM-1] a wallet that is not the one of the rules is seen', () => {
  const sabotage = spoiling(({ entry, model, events }) => {
    const isReset = events.some(({ kind }) => kind === 'season-reset');
    if (entry.command.kind !== 'reset-season' || !isReset || model.season === null) return false;
    const { rules } = model.season;
    model.season.rules = { ...rules, wallet: money(toBigInt(rules.wallet) + 1n) };
    return true;
  });
  expect(findComplaint(sabotage)?.rule).toBe('SEA-4');
});

test('[SIM-1] a start or an end that is not told is seen', () => {
  for (const kind of ['season-started', 'season-ended'] as const)
    expect(findComplaint({ after: dropping(kind) })?.rule).toBe('SEA-1');
});

test('[SIM-1] an end at another time is seen', () => {
  const after = changing('season-ended', ({ endedAt }) => ({ endedAt: endedAt + 1 }));
  expect(findComplaint({ after })?.rule).toBe('SEA-8');
});

test('[SIM-1] a sanction told higher than the step is seen', () => {
  const after = changing('account-sanctioned', ({ sanction }) =>
    sanction === 'disqualified' ? undefined : { sanction: 'disqualified' },
  );
  expect(findComplaint({ after }, 52)?.rule).toBe('SEA-10');
});

test('[SIM-1] an opening order out of time is seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const opened = events.some(
      (event) =>
        event.kind === 'order-accepted' &&
        event.origin === 'trader' &&
        event.effect === 'open' &&
        event.trigger === null &&
        seasonOf(model, event.account)?.phase === 'enrolling',
    );
    if (!opened || model.season === null) return false;
    model.season.phase = 'ready';
    return true;
  });
  expect(findComplaint(sabotage)?.rule).toMatch(/SEA-5|CHK-1|SEA-1/);
});

test('[SIM-1] two traders who should have passed each other by are seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const met = events.some((event) => {
      if (event.kind !== 'fill-settled' || event.venue !== 'book') return false;
      const roles = [event.maker, event.taker].map(({ account }) => model.accounts.get(account));
      const isEntrant = seasonOf(model, event.maker.account) !== undefined;
      return isEntrant && roles.every((account) => account?.role === 'trader');
    });
    if (!met || model.season === null) return false;
    model.season.rules = { ...model.season.rules, matching: 'house-only' };
    return true;
  });
  expect(findComplaint(sabotage, 84)?.rule).toMatch(/SEA-1[12]|11 priority/);
});

test('[SIM-1] an order that rests somewhere else than a tick away is seen', () => {
  const after = changing('order-amended', ({ workingPrice, removed, order }, { model }) =>
    removed === 0 && model.orders.get(order)?.status !== 'open'
      ? { workingPrice: ticks(workingPrice + 1) }
      : undefined,
  );
  expect(findComplaint({ after }, 82)?.rule).toBe('SEA-12');
});
