/**
 * What teams and programs wrote, for whoever reads it: nothing in it moves the cursor, clears the
 * screen, names the window, fills the clipboard or turns the direction of what follows. It is
 * written as JSON writes it, so JSON says the same with it as without.
 */
const COMMANDS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

export const printable = (text: string): string =>
  text.replace(COMMANDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same in one line. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, ' ');
