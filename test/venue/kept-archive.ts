/** An archive in memory that the next venue can have, and that can be told to fail or to wait. */
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import type { HistoryRows } from '../../src/domain/history.ts';

export class KeptArchive extends MemoryArchive {
  readonly writes: (readonly HistoryRows[])[] = [];
  failure: Error | undefined;
  gate: Promise<void> | undefined;

  override async write(entries: readonly HistoryRows[]): Promise<void> {
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    this.writes.push(entries);
    await super.write(entries);
  }

  override async close(): Promise<void> {}
}
