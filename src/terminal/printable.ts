/**
 * What teams and programs wrote, for a terminal: nothing in it moves the cursor, clears the screen,
 * names the window, fills the clipboard or turns the direction of what follows.
 */
const COMMANDS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;
const SHOWN = '\ufffd';

export const printable = (text: string): string => text.replace(COMMANDS, SHOWN);

/** The same in one line. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, ' ');
