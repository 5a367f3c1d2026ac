/** Runs the market against the real engine on a clock of its own. */

import type { Command } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { accountId } from '../../src/domain/ids.ts';
import { fineTicks, millis } from '../../src/domain/units.ts';
import { createSimulatedFeed } from '../../src/market/feeds/simulated-feed.ts';
import {
  createHouse,
  decideTick,
  type House,
  houseGenesis,
  lateGenesis,
} from '../../src/market/house.ts';
import { drawPicture, findHouse } from '../../src/market/house-picture.ts';
import { type MarketTuning, marketTermsOf } from '../../src/market/market-terms.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createDriver, type Driver } from '../kit/driver.ts';
import { readOf } from '../kit/read-of.ts';

export interface LiveMarket {
  readonly driver: Driver;
  readonly contracts: readonly Contract[];
  readonly commands: Command[];
  readonly house: House;
  /** The index of a contract times this, from the next tick on. */
  leap: (contract: number, times: number) => void;
  tick: (afterMillis?: number) => readonly Event[];
}

export function createLiveMarket(seed: number, tuning?: MarketTuning): LiveMarket {
  const contracts = shippedContracts();
  const driver = createDriver(contracts);
  const first = accountId(driver.state.nextAccount);
  for (const command of houseGenesis(first, contracts)) driver.run(command);
  const late = accountId(driver.state.nextAccount);
  for (const command of lateGenesis(late, contracts)) driver.run(command);
  const terms = marketTermsOf(contracts, tuning);
  const feed = createSimulatedFeed({ contracts, terms, seed, salt: 0, from: [] });
  const house = createHouse(terms, seed, 0);
  const read = readOf(driver.state);
  const accounts = findHouse(read);
  const commands: Command[] = [];
  const leaps: number[] = [];
  return {
    driver,
    contracts,
    commands,
    house,
    leap: (contract, times) => {
      leaps[contract] = (leaps[contract] ?? 1) * times;
    },
    tick(afterMillis = 500) {
      const at = millis(driver.at + afterMillis);
      const picture = drawPicture(read, accounts);
      const prices = feed.next(at).map(({ contract, price }) => {
        return { contract, price: fineTicks(Math.round(price * (leaps[contract] ?? 1))) };
      });
      const batch = decideTick(house, picture, prices, afterMillis);
      commands.push(batch);
      return driver.run(batch, afterMillis);
    },
  };
}
