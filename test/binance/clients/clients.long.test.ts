/**
 * Five unmodified clients against the real server, in both position modes, every value held
 * against version 2. What passed is written in docs/CLIENTS.md.
 */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ACCOUNT_CHECKS } from './account-checks.ts';
import { type ClientKit, openClientKit } from './client-kit.ts';
import { checkSection, comparedOf, sectionOf } from './document.ts';
import { FRAME_CHECKS } from './frame-checks.ts';
import { MARKET_CHECKS } from './market-checks.ts';
import { ORDER_CHECKS } from './order-checks.ts';
import { PACKAGES } from './packages.ts';
import { type Check, type Client, has, seatOf } from './seat.ts';
import { STORY_CHECKS } from './story-checks.ts';
import { type HeardMarket, hearMarket, STREAM_CHECKS } from './stream-checks.ts';

const CHECKS: readonly Check[] = [
  ...MARKET_CHECKS,
  ...ACCOUNT_CHECKS,
  ...ORDER_CHECKS,
  ...STREAM_CHECKS,
  ...FRAME_CHECKS,
  ...STORY_CHECKS,
];

/** A story has a title of several words, everything else is a method of the client. */
const isStory = ({ about, needs }: Check): boolean =>
  needs !== undefined && /^[a-z].* /.test(about);

const NOWHERE = { http: 'http://127.0.0.1:9', ws: 'ws://127.0.0.1:9', key: 'k', secret: 's' };

/** A client that waits for something else than it was given waits forever. */
const PATIENCE = 30_000;

let kit: ClientKit;
const markets = new Map<string, HeardMarket>();

/** All clients hear the market at the same time: most streams have a pace of seconds. */
const hearAll = (): Promise<unknown> =>
  Promise.all(
    PACKAGES.map(async (pack) => {
      const client = await pack.open(kit.doorOf(kit.veterans.net));
      markets.set(pack.name, await hearMarket(kit, client));
      await client.close?.();
    }),
  );

beforeAll(async () => {
  kit = await openClientKit();
  await hearAll();
});

const closing: unknown[] = [];

afterAll(async () => {
  await Promise.all(closing);
  await kit.close();
});

test('[BNC-101] docs/CLIENTS.md says what is compared', () =>
  checkSection('What', comparedOf(CHECKS.filter(isStory))));

for (const pack of PACKAGES)
  describe(pack.name, async () => {
    const form: Client = await pack.open(NOWHERE);
    const passed = new Map<Check, boolean>();
    const can = (check: Check): boolean =>
      (isStory(check) || has(form, check.about)) &&
      (check.needs ?? []).every((need) => has(form, need));
    for (const check of CHECKS.filter(can))
      for (const mode of check.modes ?? ['net'])
        test(
          `[BNC-100] ${check.about} (${mode})`,
          async () => {
            passed.set(check, false);
            await kit.refresh();
            const account =
              check.isVeteran === true ? kit.veterans[mode] : await kit.openAccount(mode);
            const client = await pack.open(kit.doorOf(account));
            try {
              const market = markets.get(pack.name)!;
              await check.run(seatOf({ kit, client, account, mode, market }));
            } finally {
              // Some take a second to say goodbye.
              closing.push(client.close?.());
            }
            passed.set(check, true);
          },
          PATIENCE,
        );

    test('[BNC-101] docs/CLIENTS.md says what passed', () =>
      checkSection(pack.name, sectionOf(pack, form, passed, isStory)));
  });
