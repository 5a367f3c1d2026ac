/** The current view: the path of the address, kept in step with the browser's history. */
import { signal } from '@preact/signals';

export const path = signal(location.pathname);

addEventListener('popstate', () => {
  path.value = location.pathname;
});

export function goTo(target: string): void {
  if (target === path.value) return;
  history.pushState(null, '', target);
  path.value = target;
}

/** For links: a plain click stays on the page, anything else is left to the browser. */
export function follow(event: MouseEvent, target: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  goTo(target);
}
