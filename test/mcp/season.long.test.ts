import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';

const SEASON = fileURLToPath(new URL('../../examples/agents/season.ts', import.meta.url));
const { PATH } = process.env;

test('[EX-3] three scripted traders play a short season through the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-agents-'));
  try {
    const words = ['--hours', '0.2', '--minutes', '6', '--out', 'standings.json'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [SEASON, ...words, '--', ...oneMarket(folder), '--page', 'off', '--log-level', 'error'],
      { cwd: folder, env: { PATH } },
    );
    expect(stdout).toMatch(/^arena {4}http:\/\/localhost:\d+\/arena$/m);
    const saved = JSON.parse(readFileSync(join(folder, 'standings.json'), 'utf8'));
    expect(saved).toMatchObject({ name: 'Three traders', phase: 'ended' });
    const teams = saved.standings.map(({ team }: { team: string }) => team);
    expect([...teams].sort()).toEqual(['Doubters', 'Followers', 'Makers']);
    for (const team of teams) expect(stdout).toContain(team);
    expect(stdout).toMatch(/^logged {3}[1-9]\d* decisions, 0 orders without one$/m);
    expect(stdout).not.toContain('What to do');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
