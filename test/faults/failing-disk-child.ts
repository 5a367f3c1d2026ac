/** A venue in a process of its own whose disk fails once it has said that it is ready. */
import { rmSync, writeFileSync } from 'node:fs';
import { reasonOf } from '../../src/domain/reason-of.ts';
import { openTraded, trade } from './traded-folder.ts';

/** What it says, as one line of JSON. */
export interface FailedDisk {
  readonly because: string;
  /** Whether the state is what it was before the disk failed. */
  readonly isUnchanged: boolean;
  readonly hash: string;
}

const [dataFolder = '', flag = ''] = process.argv.slice(2);
const venue = await openTraded(dataFolder);
await trade(venue, 0, 20);
const before = venue.read.hash();
writeFileSync(flag, '');
const because = await trade(venue, 20, 1).then(() => 'nothing', reasonOf);
const after = venue.read.hash();
await venue.close();
rmSync(flag);
const failed: FailedDisk = { because, isUnchanged: before === after, hash: after };
process.stdout.write(`${JSON.stringify(failed)}\n`);
