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

/** The current value of a colour of the style sheets. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
