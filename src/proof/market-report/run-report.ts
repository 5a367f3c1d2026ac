/**
 * `perpetua market report`: runs a market without servers, checks that it behaves like real markets
 * and that the invariants hold, lets fixed rules try to make money from the house, and reports the
 * results.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadContracts } from '../../gateway/load-contracts.ts';
import { findValues } from '../../terminal/flags.ts';
import { formatMarkdownTable } from '../../terminal/format-table.ts';
import { showUsage } from '../show-usage.ts';
import { runAdversaries } from './adversaries/run-adversaries.ts';
import { type RuleSummary, summarise } from './adversaries/summarise.ts';
import { drawReport } from './draw-report.ts';
import { driveMonth } from './drive-month.ts';
import { formatDocument, type Report } from './format-document.ts';
import { type Impact, probeImpact } from './probe-impact.ts';
import { checkFacts, type Fact, MONTH_BOUNDS, SHORT_BOUNDS } from './stylised-facts.ts';

const HELP = `Usage: perpetua market report [options]

  --days N         days of venue time; from 30 on, the bounds of a month apply (30)
  --seed WORD      the seed of the market (1)
  --rule-seeds N   seeds against which each fixed rule trades (20)
  --rule-hours N   hours of venue time for each seed (24)
  --out FILE       write the report to this file, and pictures to the folder market next to it`;

const OPTIONS = {
  days: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  'rule-seeds': { type: 'string', default: '20' },
  'rule-hours': { type: 'string', default: '24' },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

interface ReportSettings {
  readonly days: number;
  readonly seed: string;
  readonly ruleSeeds: number;
  readonly ruleHours: number;
  readonly out: string | undefined;
}

/** From this many days on, facts must meet the bounds of a month. */
const MONTH_DAYS = 30;

export function runReport(args: string[]): number {
  const settings = findSettings(args);
  if (settings === undefined) return showUsage(HELP, args);
  const report = makeReport(settings);
  console.log(formatFacts(report.facts));
  if (report.rules.length > 0) console.log(`\n${formatRules(report.rules)}`);
  if (settings.out !== undefined) writeReport(settings.out, report);
  const failed = report.facts.filter(({ isHeld }) => !isHeld).length;
  const earning = report.rules.filter(({ earns }) => earns);
  console.log(
    `\n${failed === 0 ? 'Every fact holds' : `${failed} facts do not hold`}; ` +
      `${earning.length === 0 ? 'no rule earns' : `${earning.length} rules earn`}; ` +
      `${Math.round((settings.days * 86_400) / report.month.cpuSeconds)} × real time.`,
  );
  return failed === 0 && earning.length === 0 ? 0 : 1;
}

function makeReport(settings: ReportSettings): Report {
  const contracts = loadContracts();
  const { days, seed, ruleSeeds, ruleHours } = settings;
  const month = driveMonth({
    contracts,
    seed,
    days,
    progress: (done) => progress(`market, ${Math.round(done * 100)} % of ${days} days`),
  });
  const facts = checkFacts(month, days >= MONTH_DAYS ? MONTH_BOUNDS : SHORT_BOUNDS);
  const seeds = Array.from({ length: 20 }, (_, at) => String(at + 1));
  const impacts = ['BTC', 'DOGE'].map((base): Impact => {
    progress(`impact on ${base}`);
    return probeImpact({ contracts, base, seeds });
  });
  const runs = Array.from({ length: ruleSeeds }, (_, at) => {
    progress(`rules against seed ${at + 1} of ${ruleSeeds}`);
    return runAdversaries({
      contracts,
      seed: String(at + 1),
      seconds: ruleHours * 3_600,
    });
  });
  process.stderr.write('\n');
  const rules = summarise(runs);
  const tried = { adversarySeeds: ruleSeeds, adversaryHours: ruleHours };
  return { month, facts, impacts, rules, ...tried };
}

function writeReport(path: string, report: Report): void {
  const folder = join(dirname(path), 'market');
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of drawReport(report.month, report.impacts))
    writeFileSync(join(folder, name), svg);
  writeFileSync(path, formatDocument(report));
}

const formatFacts = (facts: readonly Fact[]): string =>
  formatMarkdownTable([
    ['fact', 'bound', 'measured', 'holds'],
    ...facts.map((row) => [
      `${row.name}: ${row.what}`,
      row.bound,
      row.measured,
      row.isHeld ? 'yes' : 'NO',
    ]),
  ]).join('\n');

const formatRules = (rules: readonly RuleSummary[]): string =>
  formatMarkdownTable([
    ['rule', 'mean', 'worst seed', 'best seed', 'before fees'],
    ...rules.map(({ rule, mean, worst, best, beforeFees }) => [
      rule.name,
      ...[mean, worst, best, beforeFees].map((value) => Math.round(value).toLocaleString('en')),
    ]),
  ]).join('\n');

function findSettings(args: string[]): ReportSettings | undefined {
  const values = findValues(args, OPTIONS);
  if (values === undefined || values.help) return undefined;
  const { seed, out } = values;
  const [days = 0, ruleSeeds = 0, ruleHours = 0] = [
    values.days,
    values['rule-seeds'],
    values['rule-hours'],
  ].map(Number);
  const isWhole = Number.isSafeInteger(ruleSeeds) && ruleSeeds >= 0;
  if (!isWhole || !(days > 0) || !(ruleHours > 0) || seed === '') return undefined;
  return { days, seed, ruleSeeds, ruleHours, out };
}

const progress = (what: string): void => {
  process.stderr.write(`\r${what.padEnd(60)}`);
};
