/**
 * The errors of a journal, one class for each that callers treat differently. Every message is
 * written for the operator who has to act on it.
 */

/** Writing or syncing failed. What is stored can still be read; nothing more can be appended. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed';
}

/** Too many entries are waiting. None of these was taken; the same entries may come again. */
export class JournalOverloaded extends Error {
  override readonly name = 'JournalOverloaded';
}

export class JournalClosed extends Error {
  override readonly name = 'JournalClosed';
}

/** Another process has the data folder. */
export class FolderLocked extends Error {
  override readonly name = 'FolderLocked';
}

/** This process no longer owns the data folder: it was moved away or taken by another. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost';
}

/** A command that would not read back as it was given. No entry of its batch was taken. */
export class NotStorable extends Error {
  override readonly name = 'NotStorable';
}

/** A payload that this version of the code would not write. */
export class NotDecodable extends Error {
  override readonly name = 'NotDecodable';
}

export interface Damage {
  readonly file: string;
  /** In bytes, from the beginning of the file. */
  readonly offset: number;
  readonly found: string;
  readonly advice: string;
}

/** Something is missing or altered that was once stored: nobody may trade on top of that. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(`${damage.file}, offset ${damage.offset}: ${damage.found}. ${damage.advice}`);
    this.damage = damage;
  }
}
