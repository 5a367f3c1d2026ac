/**
 * `perpetua market report`: runs a market without servers, checks that it behaves like real markets
 * and that the invariants hold, lets fixed rules try to make money from the house, and reports the
 * results.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { WORD_LENGTH_MAX } from '../../src/market/seed.ts';
import { Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { type ProofOptions, proofCommand } from '../proof-command.ts';
import { drawReport } from './draw-report.ts';
import { formatDocument } from './format-document.ts';
import { formatRules } from './format-rules.ts';
import { type Fact, formatBound, formatMeasured } from './judge-fact.ts';
import { makeReport, type Report, type ReportSettings, type RuleTrial } from './make-report.ts';

const HELP = `Usage: perpetua market report [options]

  --days N         days of venue time; facts that need more are not judged (30)
  --seed WORD      the seed of the market (report)
  --rule-seeds N   seeds against which the rules trade together (8)
  --rule-hours N   hours of venue time for each of them (2)
  --alone-seeds N  seeds at most against which each rule trades alone, in two
                   markets: at least 8, and more until it acted 100 times (100)
  --alone-hours N  hours of venue time for each of them (2)
  --jobs N         how many threads work (one for each core)
  --keep FOLDER    keep what is done here, and do not do it again: for the same
                   version only
  --json           print JSON instead of tables
  --out FILE       write the report to this file, and pictures to the folder
                   market next to it`;

export const runReport = proofCommand(HELP, async (asked) => {
  const settings = settingsOf(asked);
  const { values, switches, countOf } = asked;
  const [isJson, target] = [switches.has('json'), values.get('out')];
  const jobs = values.has('jobs') ? countOf('jobs') : availableParallelism();
  const report = await makeReport(settings, jobs, createBar(), values.get('keep'));
  process.stderr.write('\n');
  const { facts, trials } = report;
  if (isJson) TERMINAL.out(JSON.stringify({ facts, trials }, undefined, 2));
  else {
    TERMINAL.out(formatFacts(facts));
    for (const trial of trials) TERMINAL.out(`\n${formatTrial(trial)}`);
  }
  if (target !== undefined) writeReport(target, report);
  const failed = facts.filter(({ verdict }) => verdict === 'fails').length;
  const unsaid = facts.filter(({ verdict }) => verdict === 'too short to say').length;
  const wrong = trials.flatMap(({ isInformed, rules }) =>
    // The attack that knows the seed must succeed, or its failure without it would prove nothing.
    rules.filter(({ verdict }) => verdict === (isInformed ? 'does not earn' : 'earns')),
  );
  const say = isJson ? TERMINAL.err : TERMINAL.out;
  say(
    `\n${failed === 0 ? 'No fact fails' : `${failed} facts fail`}` +
      `${unsaid === 0 ? '' : `, ${unsaid} need a longer run`}; ` +
      `${wrong.length === 0 ? 'no rule earns that should not' : describeWrong(wrong)}; ` +
      `${whole((settings.days * 86_400) / report.month.cpuSeconds)} × real time.`,
  );
  return failed === 0 && wrong.length === 0 ? 0 : 1;
});

const describeWrong = (rules: readonly { readonly name: string }[]): string =>
  `unexpected: ${rules.map(({ name }) => name).join(', ')}`;

function settingsOf({ values, countOf, figureOf }: ProofOptions): ReportSettings {
  const seed = values.get('seed') ?? 'report';
  if (seed.length > WORD_LENGTH_MAX)
    throw new Misunderstood(`--seed has at most ${WORD_LENGTH_MAX} characters`);
  return {
    seed,
    days: figureOf('days'),
    together: { seeds: countOf('rule-seeds', 0), hours: figureOf('rule-hours') },
    alone: { seeds: countOf('alone-seeds', 0), hours: figureOf('alone-hours') },
  };
}

function writeReport(path: string, report: Report): void {
  const folder = join(dirname(path), 'market');
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of drawReport(report.month, report.impacts))
    writeFileSync(join(folder, name), svg);
  writeFileSync(join(folder, 'rules.csv'), formatRules(report));
  writeFileSync(path, formatDocument(report));
}

const formatFacts = (facts: readonly Fact[]): string =>
  formatMarkdownTable([
    ['fact', 'bound', 'measured', 'verdict'],
    ...facts.map((fact) => [
      `${fact.name}: ${fact.what}`,
      formatBound(fact),
      formatMeasured(fact),
      fact.verdict === 'fails' ? 'FAILS' : fact.verdict,
    ]),
  ]).join('\n');

const formatTrial = ({ title, rules }: RuleTrial): string =>
  formatMarkdownTable([
    [`rule, ${title}`, 'mean', 'worst seed', 'best seed', 'before fees', 'verdict'],
    ...rules.map(({ name, mean, worst, best, beforeFees, verdict }) => [
      name,
      ...[mean, worst, best, beforeFees].map(whole),
      verdict,
    ]),
  ]).join('\n');

const BAR_WIDTH = 30;

/** A bar on standard error, with the time that is left if things go on as they went. */
function createBar(): (done: number) => void {
  const began = performance.now();
  return (done) => {
    const full = Math.round(done * BAR_WIDTH);
    const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
    const left = ((performance.now() - began) * (1 - done)) / Math.max(1e-6, done) / 60_000;
    const words = `${(done * 100).toFixed(1)} %, ${left.toFixed(0)} minutes left`;
    process.stderr.write(`\r${bar} ${words.padEnd(30)}`);
  };
}
