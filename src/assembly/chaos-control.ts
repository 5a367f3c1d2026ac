/**
 * Carries out an operator's request for chaos. It is refused outside a sandbox, noted in the
 * journal, and takes effect at the next beat, to which venue time goes at once. Durations are in
 * venue time.
 */
import type { Batch, Command } from '../domain/command.ts';
import { formatDuration } from '../domain/duration.ts';
import type { ContractId } from '../domain/ids.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { ChaosControl, ChaosRow } from '../gateway/admin/controls.ts';
import type { Chaos, Happening, Trouble } from '../market/chaos.ts';
import { REGIMES } from '../market/feeds/regimes.ts';
import type { TimeRefused } from '../venue/time-control.ts';
import type { Venue } from '../venue/venue.ts';

export interface ChaosParts {
  readonly venue: Pick<Venue, 'read' | 'clock' | 'submit'>;
  readonly chaos: Chaos;
  /** Why chaos is refused here, if it is. */
  readonly findObstacle: () => string | undefined;
  readonly isSimulated: () => boolean;
  /** Goes to the next beat of the market at once. */
  readonly kick: () => Promise<void>;
}

type Item = Batch['commands'][number];

interface Where {
  readonly contracts: readonly ContractId[];
  readonly forMillis: number | null;
}

/** The commands for the journal, and what happens once they are stored. */
interface Plan {
  readonly commands: readonly Item[];
  readonly carryOut: () => unknown;
}

const NOTHING: Plan = { commands: [], carryOut: () => undefined };

export function createChaosControl(parts: ChaosParts): ChaosControl {
  const { chaos, venue } = parts;
  const list = (): ChaosRow[] => chaos.list().map((happening) => rowOf(venue, happening));
  const change = async (
    refused: string | undefined,
    plan: () => Plan,
  ): Promise<readonly ChaosRow[] | TimeRefused> => {
    const obstacle = parts.findObstacle();
    if (obstacle !== undefined) return { refused: obstacle, isForbidden: true };
    if (refused !== undefined) return { refused };
    const { commands, carryOut } = plan();
    // Chaos that is not in the journal does not happen.
    const command = asOne(commands);
    if (command !== undefined) await venue.submit(command);
    carryOut();
    await parts.kick();
    return list();
  };
  const begin = (
    trouble: Trouble,
    { contracts, forMillis }: Where,
    effect: readonly Item[] = [],
  ): Plan => {
    const since = venue.clock.venueNow();
    const until = forMillis === null ? null : millis(since + forMillis);
    const happening = { trouble, contracts, since, until };
    return {
      commands: [noteOf('operator', `begins: ${wordsOf(venue, happening)}`), ...effect],
      carryOut: () => chaos.begin(happening),
    };
  };
  const last = (trouble: Trouble, where: Where) => change(undefined, () => begin(trouble, where));
  const everywhere = (): ContractId[] => venue.read.listing.contracts().map(({ id }) => id);
  return {
    list,
    shock: ({ contracts, factor, overMillis: forMillis }) =>
      last({ kind: 'shock', factor }, { contracts, forMillis }),
    regime: ({ regime, forMillis }) => {
      const known = REGIMES.find((name) => name === regime);
      const fault = regimeFault(parts, known, regime);
      return change(fault, () =>
        known === undefined
          ? NOTHING
          : begin({ kind: 'regime', regime: known }, { contracts: everywhere(), forMillis }),
      );
    },
    thin: ({ depth, ...where }) => last({ kind: 'thin', depth }, where),
    oneSided: ({ side, ...where }) => last({ kind: 'one-sided', side }, where),
    funding: ({ rate, ...where }) => last({ kind: 'funding', rate }, where),
    basis: ({ premium, ...where }) => last({ kind: 'basis', premium }, where),
    outage: (where) => last({ kind: 'outage' }, where),
    halt: (where) =>
      change(undefined, () => begin({ kind: 'halt' }, where, where.contracts.map(haltOf))),
    resume: ({ contracts }) =>
      change(undefined, () => {
        const isMeant = ({ trouble, contracts: halted }: Happening): boolean =>
          trouble.kind === 'halt' && halted.every((id) => contracts.includes(id));
        const text = `${namesOf(venue, contracts)} trades again`;
        const commands = [noteOf('operator', text), ...contracts.map(resumeOf)];
        return { commands, carryOut: () => chaos.end(isMeant) };
      }),
    calm: () =>
      change(undefined, () => {
        const ended = chaos.list();
        const commands = endingsOf(venue, ended, 'operator');
        return { commands, carryOut: () => chaos.end((one) => ended.includes(one)) };
      }),
  };
}

/** One entry: a batch only if there are several commands. */
export function asOne(commands: readonly Item[]): Command | undefined {
  return commands.length > 1 ? { kind: 'batch', commands } : commands[0];
}

/** What must be noted and undone when chaos ends. */
export function endingsOf(
  venue: Pick<Venue, 'read'>,
  ended: readonly Happening[],
  actor: 'operator' | 'venue',
): Item[] {
  const notes = ended
    .filter(({ since, until }) => since !== until)
    .map((happening) => noteOf(actor, `is over: ${wordsOf(venue, happening)}`));
  const halted = ended.flatMap(({ trouble, contracts }) =>
    trouble.kind === 'halt' ? contracts : [],
  );
  return [...notes, ...halted.map(resumeOf)];
}

const noteOf = (actor: string, text: string): Item => ({
  kind: 'record-note',
  actor,
  topic: 'chaos',
  text: text.slice(0, 500),
});
const haltOf = (contract: ContractId): Item => ({ kind: 'halt-contract', contract });
const resumeOf = (contract: ContractId): Item => ({ kind: 'resume-contract', contract });

function regimeFault(
  { isSimulated }: ChaosParts,
  known: string | undefined,
  given: string,
): string | undefined {
  if (known === undefined) return `a regime is one of ${REGIMES.join(', ')}, not ${given}`;
  return isSimulated() ? undefined : 'only simulated prices have a regime; switch the feed first';
}

function rowOf(venue: Pick<Venue, 'read'>, happening: Happening): ChaosRow {
  const { trouble, contracts, since, until } = happening;
  const symbols = contracts.map((id) => symbolOf(venue, id));
  return { kind: trouble.kind, what: whatOf(trouble), symbols, since, until };
}

function whatOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'shock':
      return `price moves by ${percent(trouble.factor - 1)}`;
    case 'regime':
      return `the market is ${trouble.regime}`;
    case 'thin':
      return `the house offers ${percent(trouble.depth)} of its size`;
    case 'one-sided':
      return `the house quotes only ${trouble.side === 'buy' ? 'bids' : 'asks'}`;
    case 'funding':
      return `funding goes to ${percent(trouble.rate)}`;
    case 'basis':
      return `the price is ${percent(trouble.premium)} from the index`;
    case 'outage':
      return 'the index is silent';
    case 'halt':
      return 'trading is halted';
  }
}

function wordsOf(venue: Pick<Venue, 'read'>, happening: Happening): string {
  const { trouble, contracts, since, until } = happening;
  return `${whatOf(trouble)}, ${namesOf(venue, contracts)}, ${spanOf(since, until)}`;
}

function spanOf(since: Millis, until: Millis | null): string {
  if (until === null) return 'until it is ended';
  return until === since ? 'at once' : `for ${formatDuration(until - since)}`;
}

const namesOf = (venue: Pick<Venue, 'read'>, contracts: readonly ContractId[]): string =>
  contracts.length === venue.read.listing.contracts().length && contracts.length > 1
    ? 'every contract'
    : contracts.map((id) => symbolOf(venue, id)).join(' ');

const symbolOf = ({ read }: Pick<Venue, 'read'>, id: ContractId): string =>
  read.listing.contract(id).symbol;

const percent = (part: number): string => `${Number((part * 100).toFixed(4))} %`;
