/**
 * The order of test files. The longest of each project come first, so that at the end no core waits
 * for one that began late; a project comes at once, because its files share workers.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take ten seconds and more, the longest first. */
const LONG: readonly string[] = [
  'test/web-console/organiser.test.ts',
  'test/cluster/demo.test.ts',
  'test/web-arena/spectator.test.ts',
  'test/lives/lives.test.ts',
  'test/package.test.ts',
  'test/torture/cluster.test.ts',
  'test/replica/power-loss.test.ts',
  'test/cluster/replicas.test.ts',
  'test/web/panels.test.ts',
  'test/web/desk.test.ts',
  'test/web/outcomes.test.ts',
  'test/sim/seeds.test.ts',
  'test/replica/stream-faults.test.ts',
  'test/gateways/processes.test.ts',
  'test/web/live.test.ts',
  'test/cli/stop.test.ts',
  'test/web/journey.test.ts',
  'test/web/chart.test.ts',
  'test/market/proof.test.ts',
  'test/binance/clients/troubles.test.ts',
  'test/market/fork.test.ts',
  'test/torture/torture.test.ts',
  'test/binance/clients/programs.test.ts',
  'test/python/python.test.ts',
  'test/binance/clients/clients.test.ts',
  'test/ccxt/example.test.ts',
  'test/cli/fork.test.ts',
  'test/proof/order-path.test.ts',
  'test/mcp/mcp.test.ts',
  'test/time/time.test.ts',
  'test/faults/processes.test.ts',
  'test/web/documents.test.ts',
  'test/cli/start.test.ts',
  'test/keys/lost-files.test.ts',
  'test/competition/fair-market.test.ts',
  'test/market/fingerprint.test.ts',
  'test/cli/ten-ways.test.ts',
  'test/cli/repeat.test.ts',
  'test/sandbox/testing-page.test.ts',
  'test/market/report.test.ts',
  'test/mcp/season.test.ts',
  'test/binance/clients/inspector.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/examples/examples.test.ts',
  'test/cli/feeds.test.ts',
  'test/binance/clients/ccxt.test.ts',
  'test/competition/crash-reset.test.ts',
  'test/cli/tls.test.ts',
  'test/time/first-day.test.ts',
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Files that have a worker each, then those that share them, project by project. */
function rankOf({ moduleId, project }: TestSpecification): number {
  const place = LONG.findIndex((path) => moduleId.endsWith(path));
  const group = project.config.isolate ? 0 : project.name === 'whole' ? 1 : 2;
  return group * 2 * LONG.length + (place < 0 ? LONG.length : place);
}
