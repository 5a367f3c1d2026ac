/**
 * The boards and alerts of deploy/ ask for figures that a venue really tells: every name and label
 * in their expressions is held against `/metrics` of one with a market, a season and a fault. Where
 * Prometheus' own tool is there, it reads the files, every expression and the figures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from 'perpetua/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSandbox } from '../../src/sandbox/perpetua.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const PROMTOOL = fileURLToPath(
  new URL('../../dist/deploy-schemas/promtool/usr/bin/promtool', import.meta.url),
);
const hasTool = existsSync(PROMTOOL);
if (!hasTool && process.env['CI'] === 'true')
  throw new Error('promtool is needed: node scripts/get-deploy-schemas.mjs gets it');

const textOf = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

interface Board {
  readonly uid: string;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const BOARDS = readdirSync(join(DEPLOY, 'grafana/boards')).map((name): [string, Board] => [
  name,
  JSON.parse(textOf(`grafana/boards/${name}`)),
]);
const ALERTS = textOf('prometheus/alerts.yaml');

/** By where they stand; Grafana puts the venue that was chosen into them. */
const EXPRESSIONS: readonly (readonly [string, string])[] = [
  ...BOARDS.flatMap(([name, { panels }]) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`${name}, ${title}`, expr.replaceAll('$venue', '.+')] as const),
    ),
  ),
  ...[...ALERTS.matchAll(/alert: (\w+)\n +expr: (.+)/g)].map(
    ([, name = '', expr = '']) => [name, expr] as const,
  ),
];

/** What Prometheus adds to every series, and the one series that it makes itself. */
const ADDED_LABELS = ['instance', 'job'];
const OWN_SERIES = 'up';
const WORDS = new RegExp(
  '^(?:by|on|and|or|unless|offset|sum|max|rate|delta|topk|scalar|histogram_quantile|' +
    'min_over_time|[smhd])$',
);

/** A series that an expression asks for, with the labels that it selects or groups by. */
interface Asked {
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

function readExpression(expr: string): Asked {
  const labels: string[] = [];
  const rest = expr
    .replace(/\b(?:by|on) \(([^)]+)\)/g, (_, list: string) => {
      labels.push(...list.split(', '));
      return '';
    })
    .replace(/\{([^}]+)\}/g, (_, list: string) => {
      labels.push(...[...list.matchAll(/(\w+)(?==|!)/g)].map(([name]) => name));
      return '';
    })
    .replace(/\[\w+\]/g, '');
  const found = rest.match(/[a-zA-Z_]\w*/g) ?? [];
  return { names: found.filter((word) => !WORDS.test(word)), labels };
}

/** The labels of each series, by its name, and every value of each label. */
const told = new Map<string, Map<string, Set<string>>>();
let figures = '';

beforeAll(async () => {
  const venue = await openSandbox({ markets: ['BTC', 'ETH'] });
  const { url, token } = venue.admin;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const bot = createClient({ baseUrl: venue.url, ...venue.accounts[0] });
  await venue.faults.begin({ kind: 'delay', account: 0, delay: 1, calls: 1 });
  await bot.market.ticker({ symbol: 'cmt_btcusdt' });
  await venue.advance('10s');
  const startAt = Number(venue.now()) + 3_600_000;
  const season = { name: 'Spring', startAt, endAt: startAt + 3_600_000, publicSeed: true };
  const created = await fetch(`${url}/competition/seasons`, {
    method: 'POST',
    headers,
    body: JSON.stringify(season),
  });
  expect(await created.json()).toMatchObject({ season: 1 });
  figures = await (await fetch(`${url}/metrics`, { headers })).text();
  await venue.close();
  for (const [, name = '', list = ''] of figures.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labels = told.get(name) ?? new Map<string, Set<string>>();
    told.set(name, labels);
    for (const [, label = '', value = ''] of list.matchAll(/(\w+)="([^"]*)"/g))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
});

test('[GATE-27] a venue tells what holds it up', () => {
  expect([...told.get('perpetua_event_loop_delay_seconds')!.get('quantile')!]).toEqual([
    ...['0.5', '0.99', '1'],
  ]);
  expect(told.get('perpetua_gc_pause_seconds_total')!.get('kind')).toContain('young');
  expect(figures).toMatch(/^perpetua_journal_sync_seconds_count [1-9]/m);
  expect(figures).toMatch(/^perpetua_replica_behind_entries 0$/m);
  expect(figures).toMatch(/^perpetua_faults_met_total\{fault="delay"\} 1$/m);
  expect(figures).toMatch(/^perpetua_contract_mark_price\{contract="cmt_ethusdt"\} [1-9]/m);
  expect(figures).toMatch(/^perpetua_season_phase\{phase="enrolling"\} 1$/m);
  expect(figures).toMatch(/^perpetua_house_equity\{account="maker 1"\} [1-9]/m);
});

test('[GATE-27] there are boards of the venue, the market, a season and a cluster', () => {
  expect(BOARDS.map(([name]) => name)).toEqual([
    ...['cluster.json', 'market.json', 'season.json', 'venue.json'],
  ]);
  for (const [name, { uid, templating, panels }] of BOARDS) {
    expect(uid).toBe(`perpetua-${name.replace('.json', '')}`);
    expect(templating.list.map((variable) => variable.name)).toEqual(['source', 'venue']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(panels.length);
  }
});

test('[GATE-27] boards and alerts ask for what a venue tells', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(80);
  const missing = EXPRESSIONS.flatMap(([where, expr]) => {
    const { names, labels } = readExpression(expr);
    const asked = names.filter((name) => name !== OWN_SERIES);
    const unknown = asked.filter((name) => !told.has(name));
    const known = new Set([
      ...ADDED_LABELS,
      ...asked.flatMap((name) => [...(told.get(name)?.keys() ?? [])]),
    ]);
    return [...unknown, ...labels.filter((label) => !known.has(label))].map((what) => [
      where,
      what,
    ]);
  });
  expect(missing).toEqual([]);
  // It can fail.
  expect(readExpression('sum by (le) (rate(a_total{kind!="b"}[1m])) > 2')).toEqual({
    names: ['a_total'],
    labels: ['le', 'kind'],
  });
});

test.each([
  'event_loop_delay_seconds',
  'gc_pause_seconds_total',
  'journal_sync_seconds_count',
  'queued_commands',
  'replica_behind_entries',
  'faults_met_total',
])('[GATE-27] what holds a venue up is on a board: %s', (figure) => {
  const onBoards = EXPRESSIONS.filter(([where]) => where.includes('.json'));
  const shown = onBoards.flatMap(([, expr]) => readExpression(expr).names);
  expect(shown).toContain(`perpetua_${figure}`);
});

test('[GATE-27] a label that a legend names, or a value that is chosen, is there', () => {
  for (const [, { panels }] of BOARDS)
    for (const { targets } of panels)
      for (const { expr, legendFormat } of targets) {
        const names = readExpression(expr).names.filter((name) => name !== OWN_SERIES);
        const known = new Set([...ADDED_LABELS, ...names.flatMap((n) => [...told.get(n)!.keys()])]);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          expect(known).toContain(label);
      }
  for (const [where, expr] of EXPRESSIONS)
    for (const [, label = '', value = ''] of expr.matchAll(/(quantile|phase)=~?"([^"]+)"/g))
      for (const each of value.split('|')) {
        const values = readExpression(expr).names.flatMap((name) => [
          ...(told.get(name)?.get(label) ?? []),
        ]);
        expect(values, where).toContain(each);
      }
});

const runTool = (words: readonly string[], input = ''): string => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, words, { input, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
};

test.runIf(hasTool)('[CLU-18] Prometheus reads its files, and every expression', () => {
  for (const name of ['venue', 'cluster'])
    expect(
      runTool(['check', 'config', '--syntax-only', join(DEPLOY, `prometheus/${name}.yaml`)]),
    ).toBe('');
  expect(runTool(['check', 'rules', join(DEPLOY, 'prometheus/alerts.yaml')])).toBe('');
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-boards-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rules = EXPRESSIONS.map(([, expr], place) => ({ record: `expression_${place}`, expr }));
  const path = join(folder, 'expressions.yaml');
  const check = (list: readonly object[]): string => {
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'boards', rules: list }] }));
    return runTool(['check', 'rules', path]);
  };
  expect(check(rules)).toBe('');
  expect(check([{ record: 'wrong', expr: 'rate(perpetua_entries)' }])).toMatch(/range vector/);
});

test.runIf(hasTool)('[GATE-27] Prometheus reads the figures', () => {
  expect(runTool(['check', 'metrics'], figures)).toBe('');
});
