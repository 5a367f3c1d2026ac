/** The venue a demo season is played on, as the season sees it; the command line opens it. */
import type { AccountId } from '../../domain/ids.ts';
import type { Venue } from '../../venue/venue.ts';

export interface DemoVenue {
  readonly venue: Venue;
  readonly house: AccountId;
  readonly baseUrl: string;
  readonly admin: { readonly address: string; readonly token: string };
  /** Moves venue time to this moment. */
  readonly goTo: (at: number) => void;
  readonly now: () => number;
  /** Closes the servers and writes the journal to the data folder. */
  readonly close: () => Promise<void>;
}

export type OpenDemoVenue = (folder: string, startAt: number) => Promise<DemoVenue>;
