/** `perpetua cluster <verb>`: venues of several replicas that share a log. */
import { runVerbs, type VerbTable } from '../operate/run-verbs.ts';

const TABLE: VerbTable = {
  name: 'cluster',
  about: 'Looks after a venue whose replicas share a log: see docs/SCALING.md.',
  loneVerbs: [
    {
      usage: 'status --log nats://… --venue NAME [--expect N] [--json]',
      summary: 'show who is there, how far each is and who has which duty',
      load: async () => (await import('./run-status.ts')).runStatus,
    },
    {
      usage: 'import DATA --log nats://… --records postgres://… --venue NAME [--key-file FILE]',
      summary: 'make a cluster of a venue that was started with npm start',
      load: async () => (await import('./run-import.ts')).runImport,
    },
    {
      usage: 'restore --from DATA --log nats://… --venue NAME [--key-file FILE] [--unsafe]',
      summary: 'make a new log out of the segments that a replica kept',
      load: async () => (await import('./run-restore.ts')).runRestore,
    },
  ],
};

export const runCluster = (args: string[]): Promise<number> => runVerbs(TABLE, args);
