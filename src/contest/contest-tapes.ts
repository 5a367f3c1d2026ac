/** The recordings of a contest as files: read once in each thread, and held against the rules. */
import { existsSync } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { KeptTape, readMoments } from '../tape/kept-tape.ts';
import { readAlone } from '../tape/read-tape.ts';
import { ContestError, type ContestTerms } from './contest-terms.ts';
import { findTapeFault } from './heat-market.ts';

/** Undefined where there are none, and markets are simulated. */
export const readKeptTape = async (
  paths: readonly string[],
  contracts: readonly Contract[],
): Promise<KeptTape | undefined> =>
  paths.length === 0 ? undefined : new KeptTape(await readMoments(paths.map(readAlone)), contracts);

/** Throws where heats by these rules cannot be played on them. */
export async function tryTapes(
  paths: readonly string[],
  { rules, contracts }: Pick<ContestTerms, 'rules' | 'contracts'>,
): Promise<void> {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new ContestError(`${missing} is not there`);
  const tape = await readKeptTape(paths, contracts).catch((error: unknown) => {
    throw new ContestError(`the recording cannot be played: ${reasonOf(error)}`);
  });
  const fault = tape && findTapeFault(rules, tape);
  if (fault !== undefined) throw new ContestError(fault);
}
