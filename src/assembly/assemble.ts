/** A venue from its settings, whichever log they name. */
import type { Closings } from './closings.ts';
import { type RunChoices, runVenue } from './run-venue.ts';
import { LOG_IN_FILES, type Settings } from './settings.ts';

export async function assemble(settings: Settings, closings: Closings, choices: RunChoices) {
  if (settings.log === LOG_IN_FILES) return runVenue(settings, closings, choices);
  // The clients of a log service and a database are loaded only here.
  const { runReplica } = await import('./cluster/run-replica.ts');
  return runReplica(settings, closings, choices);
}
