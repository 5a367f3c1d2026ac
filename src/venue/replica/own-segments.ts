/**
 * The segments that a replica keeps beside a log elsewhere: a second copy on its own disk. It
 * starts from them and reads from the log only what came since. Nobody waits for this disk, because
 * the log is durable already; a disk that fails stops this replica, and the others go on.
 */
import type { Entry } from '../../domain/command.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { Journal } from '../../journal/journal.ts';

/** Appends whole batches in order, as fast as the disk allows. */
export class OwnSegments {
  readonly #journal: Journal;
  readonly #fail: (because: string) => void;
  #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;

  constructor(journal: Journal, fail: (because: string) => void) {
    this.#journal = journal;
    this.#fail = fail;
  }

  keep(batch: readonly Entry[]): void {
    this.#waiting.push(...batch);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything so far is on the disk, or nothing more can be. */
  readonly flush = async (): Promise<void> => {
    await this.#writing;
  };

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const entries = this.#waiting;
        this.#waiting = [];
        await this.#journal.append(entries);
      }
    } catch (error) {
      this.#fail(`the segments of this replica cannot be written: ${reasonOf(error)}`);
    } finally {
      this.#writing = undefined;
    }
  }
}
