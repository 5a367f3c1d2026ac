/**
 * A venue in a process of its own, made to be killed. It says on standard output what it sends and
 * what was acknowledged, one line each. A line that was not read was not promised to anybody.
 */
import { flushCompileCache } from 'node:module';
import { fineTicks } from '../../src/domain/units.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import type { Applied } from '../../src/venue/venue.ts';
import { BTC, genesisOf, MIDDLE } from './market.ts';
import { numberedOrder, TRADERS } from './numbered-order.ts';

const AT_ONCE = 32;

/** What a line begins with: `sent` and a number, `acknowledged` and a number and an order id. */
export type Said = 'opening' | 'ready' | 'sent' | 'acknowledged';

const say = (what: Said, ...numbers: readonly number[]): void => {
  process.stdout.write(`${[what, ...numbers].join(' ')}\n`);
};

/** The id of the order that answers, or zero where it was refused. */
function orderIn({ events }: Applied): number {
  for (const event of events) {
    if (event.kind === 'order-accepted' || event.kind === 'order-repeated') return event.order;
    if (event.kind === 'command-rejected') return 0;
  }
  return 0;
}

const [dataFolder = '', again = '[]', next = '0'] = process.argv.slice(2);
const retries: number[] = JSON.parse(again);
let fresh = Number(next);
const takeNumber = (): number => {
  const retry = retries.shift();
  if (retry !== undefined) return retry;
  fresh += 1;
  return fresh - 1;
};

// A process that is killed would not keep it for the next.
flushCompileCache();
say('opening');
const venue = await openFileVenue({
  dataFolder,
  genesis: genesisOf(TRADERS),
  settings: { snapshotEveryEntries: 150, snapshotRest: 0 },
  journal: { segmentBytes: 64 * 1024 },
});
await venue.submit({ kind: 'set-index-price', contract: BTC, price: fineTicks(MIDDLE * 100) });
say('ready', venue.health().seq);

async function keepSending(): Promise<never> {
  for (;;) {
    const number = takeNumber();
    say('sent', number);
    say('acknowledged', number, orderIn(await venue.submit(numberedOrder(number))));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, keepSending));
