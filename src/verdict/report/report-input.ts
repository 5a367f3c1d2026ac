/** What a report is made of. */
import type { LifeDigest } from '../digest.ts';

export interface ReportInput {
  readonly bot: string;
  /** Such as `40 lives of 12h of BTC from 2026-01-05T00:00:00Z, 10000 USDT each`. */
  readonly about: string;
  readonly lives: readonly LifeDigest[];
  readonly failures: readonly { readonly seed: string; readonly failure: string }[];
  /** How long each life was, in milliseconds of venue time. */
  readonly lifeMillis: number;
  /** How many bots, versions or choices this folder has seen, this one included. */
  readonly tries: number;
  /** Of lives on further seeds: how many choices were judged so, this one included. */
  readonly judged?: number | undefined;
  /** The command that makes one life again. */
  readonly replayOf: (seed: string) => string;
  /** The command that opens the venue right before a trade; undefined if it cannot be opened. */
  readonly openOf?: ((seed: string, trade: number) => string) | undefined;
  /** What it was made with: names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Another run to compare with. */
  readonly against?: Against | undefined;
  /** What comes right after the verdict, such as a sweep. */
  readonly preface?: string | undefined;
}

export interface Against {
  readonly name: string;
  /** Returns by seed. */
  readonly returns: ReadonlyMap<string, number>;
}
