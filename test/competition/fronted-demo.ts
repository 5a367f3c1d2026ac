/**
 * The venue of a demo season in files, with a gateway in front of it that the public reaches, or as
 * a replica of a cluster.
 */
import { join } from 'node:path';
import {
  createDemoClock,
  type DemoVenue,
  demoGenesis,
  HOUSE,
  openDemoDoors,
} from '../../proof/demo-season/demo-venue.ts';
import { followOwner, routeAll } from '../../src/assembly/gateways/open-gateway.ts';
import { createOwnerDoor } from '../../src/assembly/gateways/share-doors.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { openLogVenue } from '../kit/log-venue.ts';

export async function openFrontedDemo(
  folder: string,
  startAt: number,
  more: readonly string[],
): Promise<DemoVenue> {
  const { clock, ...time } = createDemoClock(startAt);
  const venue = await openFileVenue({
    ...{ dataFolder: folder, clock, settings: { tickEveryMillis: 0 } },
    genesis: demoGenesis(),
  });
  const behind = await openDemoDoors(folder, venue, more);
  const { settings, kek, keys, competition, doors, admin } = behind;
  const { gateway, faults } = doors;
  const door = createOwnerDoor({
    ...{ venue, folder, gateway, keys, faults, competition, logger: logNothing },
    tellClock: () => [time.now(), 0, 0],
    ...{ settings, page: null, adminUrl: admin.address },
  });
  await door.listen();
  const following = await followOwner({
    ...{ data: folder, name: 'front', onEnd: () => undefined },
    byHand: { clock, kek },
  });
  routeAll(following, dataFilesOf(folder).credentials);
  const port = await following.gateway.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ venue, house: HOUSE, admin, baseUrl: `http://127.0.0.1:${port}`, ...time },
    close: async () => {
      await following.gateway.close();
      await following.close();
      await door.close();
      await behind.close();
      await venue.close();
    },
  };
}

export async function openReplicatedDemo(
  folder: string,
  startAt: number,
  more: readonly string[],
): Promise<DemoVenue> {
  const { clock, ...time } = createDemoClock(startAt);
  const dataFolder = join(folder, 'replica');
  const venue = await openLogVenue({ dataFolder, clock, genesis: demoGenesis() });
  const { baseUrl, admin, close } = await openDemoDoors(folder, venue, more);
  return {
    ...{ venue, house: HOUSE, admin, baseUrl, ...time },
    close: async () => {
      await close();
      await venue.close();
    },
  };
}
