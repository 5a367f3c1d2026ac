/** Dark or light theme, for the style sheets and for canvases. */
import { effect } from '@preact/signals';
import { storedChoice } from './stored-choice.ts';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

const preferred: Theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';

export const theme = storedChoice<Theme>('theme', THEMES, preferred);

effect(() => {
  document.documentElement.setAttribute('data-theme', theme.value);
});

export const switchTheme = (): void => {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
};

const probe = document.head.appendChild(document.createElement('i'));

/** The current value of a colour of the style sheets, which name one for each theme. */
export function colour(name: string): string {
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
