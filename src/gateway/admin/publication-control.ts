/** What the admin port asks of whoever publishes the result of a season. */

export interface PublicationControl {
  readonly show: () => PublicationState | null;
  /** Undefined if it began; otherwise why not. */
  readonly begin: (season: number) => string | undefined;
}

export interface PublicationState {
  readonly season: number;
  readonly step: 'publishing' | 'verifying' | 'done' | 'failed';
  /** What the program said last. */
  readonly lines: readonly string[];
  readonly folder: string;
}
