/** Runs the market against the real engine on a clock of its own. */

import type { Command } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { accountId } from '../../src/domain/ids.ts';
import { fineTicks } from '../../src/domain/units.ts';
import type { House } from '../../src/market/house.ts';
import { houseGenesis, lateGenesis } from '../../src/market/house-accounts.ts';
import { createMarket } from '../../src/market/market.ts';
import { type MarketTuning, marketTermsOf } from '../../src/market/market-terms.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { createRead } from '../../src/venue/read.ts';
import { foldMarketMemory } from '../../src/views/market-memory.ts';
import { createViews } from '../../src/views/views.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { createDriver, type Driver } from '../kit/driver.ts';

export interface LiveMarket {
  readonly driver: Driver;
  readonly contracts: readonly Contract[];
  readonly commands: Command[];
  readonly house: House;
  /** The index of a contract times this, from the next tick on. */
  leap: (contract: number, times: number) => void;
  tick: (afterMillis?: number) => readonly Event[];
}

/** Every market acts at every beat, so that a test sees at once what it brought about. */
export function createLiveMarket(seed: number, tuning?: MarketTuning): LiveMarket {
  const contracts = shippedContracts();
  const driver = createDriver(contracts);
  const first = accountId(driver.state.nextAccount);
  for (const command of houseGenesis(first, contracts)) driver.run(command);
  const late = accountId(driver.state.nextAccount);
  for (const command of lateGenesis(late, contracts)) driver.run(command);
  const views = createViews();
  const market = createMarket({
    read: createRead({ state: driver.state, views }, { venueNow: () => driver.state.now }),
    terms: marketTermsOf(contracts, tuning),
    seed: seedOfWord(`${seed}`),
    open: () => Promise.reject(new Error('no other feed')),
    tell: () => undefined,
  });
  const commands: Command[] = [];
  const leaps: number[] = [];
  market.hear = (prices) =>
    prices.map(({ contract, price }) => {
      return { contract, price: fineTicks(Math.round(price * (leaps[contract] ?? 1))) };
    });
  return {
    driver,
    contracts,
    commands,
    house: market.house,
    leap: (contract, times) => {
      leaps[contract] = (leaps[contract] ?? 1) * times;
    },
    tick(afterMillis = 500) {
      market.hurry();
      const batch = market.decide(driver.at + afterMillis);
      if (batch === undefined) throw new Error('no market acts');
      commands.push(batch);
      const events = driver.run(batch, afterMillis);
      for (const event of events)
        if (event.kind === 'market-beat-kept') foldMarketMemory(views.market, event);
      return events;
    },
  };
}
