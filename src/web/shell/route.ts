/** The current view: its title, and the path of the address, in step with the browser's history. */
import { effect, signal } from '@preact/signals';

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

/** While a view is shown, the tab of the browser says what it is about, if there is something. */
export function keepTitle(about: () => string | undefined): () => void {
  const stop = effect(() => {
    const text = about();
    document.title = text === undefined ? 'Perpetua' : `${text} · Perpetua`;
  });
  return () => {
    stop();
    document.title = 'Perpetua';
  };
}
