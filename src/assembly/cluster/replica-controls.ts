/** What an operator may change at one replica of a cluster: nobody the time, and few the market. */
import type {
  ChaosAnswer,
  ChaosControl,
  MarketControl,
} from '../../gateway/admin/market-control.ts';
import { FEED_KINDS } from '../../market/feeds/feed-switch.ts';
import type { ClusterVenue } from '../../venue/replica/replica.ts';
import { createStepTime } from '../../venue/step-time.ts';
import type { TimeControl, TimePicture, TimeRefused } from '../../venue/time-control.ts';
import type { Controls } from '../drive-time.ts';
import type { HeldMarket } from './hold-market.ts';

export type ReplicaControls = Pick<Controls, 'time' | 'steps' | 'market'>;

export function createReplicaControls(
  venue: ClusterVenue,
  market: HeldMarket | undefined,
): ReplicaControls {
  const time = createLogTime(venue);
  const steps = createStepTime(time, false);
  return { time, steps, market: market && createMarketElsewhere(venue, market) };
}

const LOG_TIME: TimeRefused = {
  refused:
    'the time of a cluster is that of its log: it runs with the wall clock, for all replicas',
  isForbidden: true,
};

function createLogTime({ read, clock }: ClusterVenue): TimeControl {
  const show = (): TimePicture => {
    const [wallTime, venueTime] = [clock.wallNow(), read.now()];
    const aheadMillis = venueTime - wallTime;
    const still = { state: 'running', speed: 1, measuredSpeed: null, stepEndsAt: null } as const;
    return { wallTime, venueTime, aheadMillis, ...still };
  };
  const refuse = (): TimeRefused => LOG_TIME;
  return {
    ...{ show, setSpeed: refuse, pause: refuse, resume: refuse, step: refuse },
    stepDone: async () => show(),
  };
}

/** The market's control while this replica has the market; otherwise it says who has. */
function createMarketElsewhere(
  venue: Pick<ClusterVenue, 'describe'>,
  { findControl }: HeldMarket,
): MarketControl {
  const refuse = async (): Promise<TimeRefused> => elsewhere(venue);
  const nobody = createNoChaos(refuse);
  return {
    get chaos() {
      return findControl()?.chaos ?? nobody;
    },
    source: () => findControl()?.source() ?? elsewhere(venue).refused,
    regime: () => findControl()?.regime() ?? null,
    kinds: FEED_KINDS,
    chooseFeed: (kind) => findControl()?.chooseFeed(kind) ?? refuse(),
  };
}

function elsewhere({ describe }: Pick<ClusterVenue, 'describe'>): TimeRefused {
  const { holder = 'nobody' } = describe().duties.find(({ duty }) => duty === 'market') ?? {};
  const refused =
    `the market is with another replica (session ${holder}): ask that one; "perpetua cluster ` +
    'status" says which it is';
  return { refused, isForbidden: true };
}

const createNoChaos = (refuse: () => ChaosAnswer): ChaosControl => ({
  ...{ list: () => [], shock: refuse, regime: refuse, thin: refuse, oneSided: refuse },
  ...{ funding: refuse, basis: refuse, outage: refuse, halt: refuse, resume: refuse, calm: refuse },
});
