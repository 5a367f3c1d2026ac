/** Runs the market against the real engine on a clock of its own. */
import { drawPicture, findHouse } from '../../src/cli/start/house-picture.ts';
import type { Command } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { accountId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import { createHouse, decideTick, houseGenesis } from '../../src/market/house.ts';
import { type MarketTuning, marketTermsOf } from '../../src/market/market-terms.ts';
import { createWalkFeed } from '../../src/market/walk-feed.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createDriver, type Driver } from '../kit/driver.ts';

export interface LiveMarket {
  readonly driver: Driver;
  readonly contracts: readonly Contract[];
  readonly commands: Command[];
  tick: (afterMillis?: number) => readonly Event[];
}

export function createLiveMarket(seed: number, tuning?: MarketTuning): LiveMarket {
  const contracts = shippedContracts();
  const driver = createDriver(contracts);
  for (const command of houseGenesis(accountId(driver.state.nextAccount))) driver.run(command);
  const terms = marketTermsOf(contracts, tuning);
  const feed = createWalkFeed({ contracts, terms, seed, salt: 0, from: [] });
  const house = createHouse(terms, seed, 0);
  const accounts = findHouse(driver.state);
  const commands: Command[] = [];
  return {
    driver,
    contracts,
    commands,
    tick(afterMillis = 500) {
      const at = millis(driver.at + afterMillis);
      const picture = drawPicture(driver.state, accounts);
      const batch = decideTick(house, picture, feed.next(at), afterMillis);
      commands.push(batch);
      return driver.run(batch, afterMillis);
    },
  };
}
