/** Which section a narrow screen shows, which tab of the account, and what is new in the others. */
import { signal } from '@preact/signals';
import { goTo } from '../shell/route.ts';

export const PLACES = ['markets', 'chart', 'trade', 'account'] as const;
export type Place = (typeof PLACES)[number];

export const shownPlace = signal<Place>('chart');

export const TABS = [
  'positions',
  'working',
  'waiting',
  'orders',
  'plans',
  'fills',
  'bills',
  'why',
  'notices',
] as const;
export type Tab = (typeof TABS)[number];

export const tab = signal<Tab>('positions');
export const unseen = signal<ReadonlyMap<Tab, number>>(new Map());

export function markTab(concerned: Tab): void {
  const count = (unseen.value.get(concerned) ?? 0) + 1;
  unseen.value = new Map(unseen.value).set(concerned, count);
}

export function seeTab(seen: Tab): void {
  if (!unseen.value.has(seen)) return;
  unseen.value = new Map([...unseen.value].filter(([name]) => name !== seen));
}

/** From a notice in any view: the terminal is opened, and on a narrow screen the section too. */
export function showTab(wanted: Tab): void {
  goTo('/');
  tab.value = wanted;
  shownPlace.value = 'account';
  requestAnimationFrame(() => {
    document.getElementById('account-panel')?.scrollIntoView({ block: 'nearest' });
    document.getElementById(`account-tab-${wanted}`)?.focus();
  });
}
