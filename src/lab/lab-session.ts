/**
 * One client of the lab: its environments, and the answer to each of its frames. A frame that is
 * refused changes nothing, so every life goes on with the next one.
 */
import type { Contract } from '../domain/contract.ts';
import { describeSent } from '../domain/describe-sent.ts';
import type { TapeMoment } from '../tape/kept-tape.ts';
import { lotOf, tickOf } from '../tape/tape-scale.ts';
import {
  createRows,
  FRAME_BYTES_MAX,
  FRAME_KINDS,
  type Frame,
  finishRows,
  formatFault,
  formatJsonFrame,
} from './frames.ts';
import { LabError } from './lab-error.ts';
import { beginLife, type LabLife } from './lab-life.ts';
import { ACTION_WIDTHS, type LabTerms, parseSeed, parseTape, parseTerms } from './lab-terms.ts';
import { createObserver, figureNamesOf, namesOf, OBSERVED_MOST, type Observer } from './observe.ts';
import { stepLife } from './step-life.ts';
import { contractsRecorded, readRecording } from './tape-market.ts';

/** Of the frames. A client that speaks another one is told at `open`. */
const PROTOCOL = 2;

interface Environment {
  readonly life: LabLife;
  readonly observer: Observer;
}

interface OpenLab {
  readonly terms: LabTerms;
  /** Undefined until its first reset. */
  readonly environments: (Environment | undefined)[];
  /** Numbers in a row: the place of the agent, the observation, the figures. */
  readonly width: number;
}

type Fields = Readonly<Record<string, unknown>>;

export function createLabSession(contracts: readonly Contract[]) {
  let lab: OpenLab | undefined;
  /** By the names of its files, or why it cannot be played. */
  const tapes = new Map<string, readonly TapeMoment[] | LabError>();
  const open = (fields: Fields): OpenLab => {
    const paths = parseTape(fields);
    if (paths === undefined) return openLab(parseTerms(fields, contracts));
    const moments = tapes.get(paths.join());
    if (moments === undefined || moments instanceof LabError)
      throw moments ?? malformed('the tape was not read');
    const recorded = contractsRecorded(moments, contracts);
    return openLab(parseTerms(fields, recorded, moments));
  };
  const getLab = (): OpenLab => {
    if (lab === undefined) throw new LabError('not-open', 'nothing is open: send "open" first');
    return lab;
  };
  const control = (payload: Uint8Array): Uint8Array => {
    const { do: verb, ...fields } = parseFields(payload);
    switch (verb) {
      case 'open':
        lab = open(fields);
        return describe(lab);
      case 'reset':
        return reset(getLab(), fields);
      case 'reject':
        return tellReject(getLab(), fields);
      case 'usage':
        return tellUsage();
      default:
        throw malformed('a control frame says "do": "open", "reset", "reject" or "usage"');
    }
  };
  return {
    /** Reads the recording that a frame asks for, if it does: before its answer. */
    prepare: (frame: Frame): Promise<void> | undefined => {
      const paths = tapeIn(frame);
      if (paths === undefined || Array.isArray(tapes.get(paths.join()))) return undefined;
      return readRecording(paths).then(
        (moments) => void tapes.set(paths.join(), moments),
        (error: unknown) => {
          if (!(error instanceof LabError)) throw error;
          tapes.set(paths.join(), error);
        },
      );
    },
    answer: ({ kind, payload }: Frame): Uint8Array => {
      try {
        if (kind === FRAME_KINDS.control) return control(payload);
        if (kind === FRAME_KINDS.step) return step(getLab(), payload);
        throw malformed(`a client sends frames of kind 1 and 2, not ${kind}`);
      } catch (error) {
        if (error instanceof LabError) return formatFault(error);
        throw error;
      }
    },
  };
}

/** Whatever is wrong with the frame is told by its answer. */
function tapeIn({ kind, payload }: Frame): string[] | undefined {
  if (kind !== FRAME_KINDS.control || !Buffer.from(payload).includes('"tape"')) return undefined;
  try {
    return parseTape(parseFields(payload));
  } catch (error) {
    if (error instanceof LabError) return undefined;
    throw error;
  }
}

const malformed = (message: string): LabError => new LabError('frame-malformed', message);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseFields(payload: Uint8Array): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw malformed('the payload of a control frame is not JSON');
  }
  if (!isFields(value)) throw malformed('the payload of a control frame is a JSON object');
  return value;
}

const openLab = (terms: LabTerms): OpenLab => ({
  terms,
  environments: Array.from({ length: terms.environments }, () => undefined),
  width: 1 + namesOf(terms).length + figureNamesOf(terms).length,
});

const describe = ({ terms, environments }: OpenLab): Uint8Array => {
  const [first] = terms.contracts;
  return formatJsonFrame(FRAME_KINDS.control, {
    protocol: PROTOCOL,
    contract: first?.symbol,
    contracts: terms.contracts.map(({ symbol }) => symbol),
    tick: first && tickOf(first),
    lot: first && lotOf(first),
    environments: environments.length,
    agents: terms.agents,
    observation: namesOf(terms),
    bound: terms.isNormalised ? OBSERVED_MOST : null,
    figures: figureNamesOf(terms),
    action: { form: terms.actions, ...boundsOf(terms) },
  });
};

const boundsOf = ({ actions, contracts }: LabTerms) => ({
  size: ACTION_WIDTHS[actions] * contracts.length,
  low: actions === 'quotes' ? 0 : -1,
  high: 1,
});

/** Asked for rarely: a row has only the count. */
function tellReject(lab: OpenLab, { environment = 0, agent = 0 }: Fields): Uint8Array {
  const { seats } = getRunning(lab, environment).life;
  const seat = seats[Number.isInteger(agent) ? Number(agent) : -1];
  if (seat === undefined) throw malformed(`agents are 0 to ${seats.length - 1}`);
  const { lastReject } = seat.tally;
  return formatJsonFrame(FRAME_KINDS.control, { reason: lastReject });
}

function tellUsage(): Uint8Array {
  const { user, system } = process.cpuUsage();
  return formatJsonFrame(FRAME_KINDS.control, { cpuMicros: user + system });
}

function getPlace({ environments }: OpenLab, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
    if (value < environments.length) return value;
  throw malformed(`environments are 0 to ${environments.length - 1}, not ${describeSent(value)}`);
}

function getRunning(lab: OpenLab, value: unknown): Environment {
  const place = getPlace(lab, value);
  const environment = lab.environments[place];
  if (environment !== undefined) return environment;
  throw new LabError('not-reset', `environment ${place} has no episode yet: reset it first`);
}

function reset(lab: OpenLab, { environments, seeds }: Fields): Uint8Array {
  if (!Array.isArray(environments) || !Array.isArray(seeds) || environments.length !== seeds.length)
    throw malformed('a reset has lists of environments and of as many seeds');
  const places = environments.map((value) => getPlace(lab, value));
  if (new Set(places).size < places.length)
    throw malformed('an environment is reset once in a frame, not twice');
  const words = seeds.map(parseSeed);
  const { agents } = lab.terms;
  const { bytes, numbers } = createRows(places.length * agents * lab.width);
  let at = 0;
  for (const [turn, place] of places.entries()) {
    const life = beginLife(lab.terms, words[turn]!);
    const observer = createObserver(life);
    lab.environments[place] = { life, observer };
    for (const [agent, seat] of life.seats.entries()) {
      numbers[at] = place * agents + agent;
      at = observer.write(seat, numbers, at + 1);
    }
  }
  return finishRows(bytes, at);
}

/** The agents of one environment that act in a step. */
interface Turn {
  readonly place: number;
  readonly environment: Environment;
  readonly actions: Map<number, Float64Array>;
}

/**
 * The payload: how many steps the actions are held, then the place of an agent and its action each.
 * The agents of environment 2 of three each are 6, 7 and 8.
 */
function step(lab: OpenLab, payload: Uint8Array): Uint8Array {
  const { held, actions, width } = parseActions(lab, payload);
  const { agents } = lab.terms;
  const { bytes, numbers } = createRows(actions.length * held * width);
  let at = 0;
  for (const { place, environment, actions: own } of turnsOf(lab, actions)) {
    const { life, observer } = environment;
    for (let count = 0; count < held && own.size > 0; count += 1) {
      stepLife(life, own, observer);
      for (const agent of [...own.keys()]) {
        const seat = life.seats[agent]!;
        numbers[at] = place * agents + agent;
        at = observer.write(seat, numbers, at + 1);
        if (seat.status !== 'running') own.delete(agent);
      }
    }
  }
  return finishRows(bytes, at);
}

/** All agents of an environment that are not over act together. */
function turnsOf(lab: OpenLab, actions: readonly Float64Array[]): Turn[] {
  const { agents } = lab.terms;
  const turns = new Map<number, Turn>();
  for (const row of actions) {
    const number = row[0]!;
    const place = Math.floor(number / agents);
    const environment = getRunning(lab, place);
    const agent = number - place * agents;
    const seat = environment.life.seats[agent];
    if (seat === undefined) throw malformed(`there is no agent ${number}`);
    if (seat.status !== 'running')
      throw new LabError('episode-over', `the episode of environment ${number} is over: reset it`);
    const turn: Turn = turns.get(place) ?? { place, environment, actions: new Map() };
    if (turn.actions.has(agent)) throw malformed('an agent has one action in a frame, not two');
    turn.actions.set(agent, row.subarray(1));
    turns.set(place, turn);
  }
  for (const { environment, actions: own, place } of turns.values())
    if (own.size < runningIn(environment.life))
      throw malformed(`all agents of environment ${place} that are not over act in a step`);
  return [...turns.values()];
}

const runningIn = ({ seats }: LabLife): number =>
  seats.filter(({ status }) => status === 'running').length;

function parseActions({ terms, width }: OpenLab, payload: Uint8Array) {
  const { size, low, high } = boundsOf(terms);
  const rowBytes = (1 + size) * Float64Array.BYTES_PER_ELEMENT;
  const count = payload.length / rowBytes - Float64Array.BYTES_PER_ELEMENT / rowBytes;
  if (!(count >= 1) || !Number.isInteger(count))
    throw malformed(`a step has a count of steps, then ${1 + size} numbers for each environment`);
  const numbers = new Float64Array(payload.buffer);
  const held = numbers[0]!;
  const heldMax = Math.floor(FRAME_BYTES_MAX / (count * width * Float64Array.BYTES_PER_ELEMENT));
  if (!(Number.isInteger(held) && held >= 1 && held <= heldMax))
    throw new LabError(
      'option-invalid',
      `an action is held for 1 to ${heldMax} steps, not ${held}`,
    );
  const actions = Array.from({ length: count }, (_, row) => {
    const from = 1 + row * (1 + size);
    return numbers.subarray(from, from + 1 + size);
  });
  for (const [place, ...action] of actions)
    for (const [at, value] of action.entries())
      if (!(value >= low && value <= high))
        throw new LabError(
          'action-out-of-bounds',
          `number ${at} of the action of environment ${place} is ${value}; ` +
            `it must be from ${low} to ${high}`,
        );
  return { held, actions, width };
}
