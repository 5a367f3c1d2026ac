/** The auditor sees when a repeat is answered otherwise, or does something. */
import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { orderId } from '../../src/domain/ids.ts';
import { changing, complaintAbout, dropping, type Spoiled, type Spot } from './sabotage.ts';

const PATIENCE = 60_000;

/** What the first entry was told may be wrong only where a repeat comes later. */
const ofRepeat = (change: (event: Extract<Event, { kind: 'request-answered' }>) => object) =>
  changing('request-answered', (event) => (event.isRepeat ? change(event) : undefined));

test(
  '[SIM-1] [ENG-10] a repeat that is answered otherwise is seen',
  () => {
    const other = { kind: 'done', orders: [orderId(9_999)], contract: null };
    const sabotage = { after: ofRepeat(() => ({ outcome: other })) };
    expect(complaintAbout(sabotage)?.rule).toBe('ENG-10');
  },
  PATIENCE,
);

test(
  '[SIM-1] [ENG-10] a repeat that passes for a first is seen, and a first without answer',
  () => {
    const first = { after: ofRepeat(() => ({ isRepeat: false })) };
    expect(complaintAbout(first)?.rule).toBe('ENG-10');
    expect(complaintAbout({ after: dropping('request-answered') })?.rule).toBe('ENG-10');
  },
  PATIENCE,
);

test(
  '[SIM-1] [ENG-10] a repeat that does something is seen',
  () => {
    const doubled = ({ entry, events }: Spot): Spoiled => {
      const { command } = entry;
      if (command.kind !== 'set-leverage') return undefined;
      const isRepeat = events.some((event) => event.kind === 'request-answered' && event.isRepeat);
      if (!isRepeat) return undefined;
      return { events: [...events, { ...command, kind: 'leverage-set', longLeverage: 1 }] };
    };
    expect(complaintAbout({ after: doubled })).toBeDefined();
  },
  PATIENCE,
);
