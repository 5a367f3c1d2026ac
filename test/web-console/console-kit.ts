/** How an organiser uses the console: signs in, changes rooms, presses a button and confirms. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const ROOMS = [
  'Overview',
  'Season',
  'Teams',
  'Qualification',
  'Standings',
  'Surveillance',
  'Reasons',
  'Keys',
  'Market',
  'Audit',
] as const;

export async function enter(page: Page, token: string, name = 'ann'): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByLabel('Your name, for the audit log', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Sections of the console', exact: true }).waitFor();
}

export const goTo = (page: Page, room: (typeof ROOMS)[number]): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Sections of the console', exact: true })
    .getByRole('link', { name: room, exact: true })
    .click();

/** To look, decide and press; and to type a letter. */
const SECONDS = { press: 5, letter: 0.4 } as const;

/**
 * Counts what an organiser's hands do on a page from now on. Returns how long a person would have
 * needed: machines are quicker than that, and a loaded one must not decide.
 */
export async function countHands(page: Page): Promise<() => { presses: number; seconds: number }> {
  const done = { presses: 0, letters: 0 };
  await page.exposeFunction('noteHands', (presses: number, letters: number) => {
    done.presses += presses;
    done.letters += letters;
  });
  await page.evaluate(`
    addEventListener('click', (event) => event.isTrusted && noteHands(1, 0), true);
    addEventListener('change', (event) => noteHands(1, 0), true);
    addEventListener('input', ({ target }) => noteHands(0, target.value?.length ?? 0), true);`);
  return () => ({
    presses: done.presses,
    seconds: done.presses * SECONDS.press + done.letters * SECONDS.letter,
  });
}

/** Presses the button, fills what is asked, confirms, and finds the entry of the audit log. */
export async function act(
  page: Page,
  button: string,
  options: {
    readonly confirm?: string;
    readonly fill?: Readonly<Record<string, string>>;
    /** Before it is confirmed, and after it is done. */
    readonly ask?: (dialog: Locator) => Promise<void>;
    readonly look?: (dialog: Locator) => Promise<void>;
    /** The sentence of the audit log. */
    readonly action: string;
  },
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('.consequences li').first().waitFor();
  await options.ask?.(dialog);
  for (const [label, value] of Object.entries(options.fill ?? {}))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: options.confirm ?? button, exact: true }).click();
  await dialog.getByText('Done.', { exact: true }).waitFor();
  await options.look?.(dialog);
  const line = await dialog.locator('.audit-line').innerText();
  expect(line).toMatch(/^Audit entry \d+/);
  expect(line).toContain('ann');
  expect(line).toContain(options.action);
  expect(line).toMatch(/done$/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
}
