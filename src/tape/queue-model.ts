/**
 * How far ahead of a trader's order the queue is, where a tape knows sizes of levels and no orders.
 * When a level shrinks by lots that no trade explains, a model says how many of them stood ahead.
 */

/** Lots ahead after a level of `front` and `back` lots lost `lost` of them. Not rounded. */
export type QueueModel = (front: number, back: number, lost: number) => number;

/** What shrinks, shrinks behind: an order never moves up for free. */
const riskAverse: QueueModel = (front, back, lost) => Math.min(front, front + back - lost);

/** What shrinks, shrinks ahead. */
const optimistic: QueueModel = (front, _back, lost) => Math.max(0, front - lost);

/** Both sides lose, each by its weight. */
const proportional =
  (weigh: (lots: number) => number): QueueModel =>
  (front, back, lost) => {
    const [ahead, behind] = [weigh(front), weigh(back)];
    const share = ahead + behind === 0 ? 0 : ahead / (ahead + behind);
    return Math.max(0, Math.min(front - share * lost, front + back - lost));
  };

/** Unless the settings say otherwise. */
export const QUEUE_USUAL = 'risk-averse';

/** By name; `power-3` is a power of three. */
export function findQueueModel(name: string): QueueModel | undefined {
  if (name === QUEUE_USUAL) return riskAverse;
  if (name === 'optimistic') return optimistic;
  if (name === 'log') return proportional(Math.log1p);
  const power = /^power-(\d+(?:\.\d+)?)$/.exec(name)?.[1];
  return power === undefined ? undefined : proportional((lots) => lots ** Number(power));
}
