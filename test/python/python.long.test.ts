import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runLab } from '../../src/cli/run-lab.ts';
import { ENDPOINTS, EXTENSION_ENDPOINTS } from '../../src/gateway/v2/calls.ts';
import { openScene, untilOpen } from '../cli/venue-process.ts';

const FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url));
const { CI } = process.env;
const isMissing = spawnSync('python3', ['--version']).error !== undefined;
const HINT = isMissing ? ' (install python3: apt, brew or dnf)' : '';
const isSkipped = isMissing && CI !== 'true';

interface Ended {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

function python(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { ...process.env, PERPETUA_COMMAND: '', PYTHONDONTWRITEBYTECODE: '1', ...more };
  const settings = { cwd: FOLDER, env, timeout: 170_000 };
  return new Promise((resolve) => {
    const child = execFile('python3', args, settings, (_error, said, complained) =>
      resolve({ code: child.exitCode ?? -1, said, complained }),
    );
  });
}

/** Without packages, Python sees its standard library alone. */
async function expectPass(module: string, flags: readonly string[], env?: NodeJS.ProcessEnv) {
  const { code, complained } = await python([...flags, '-m', 'unittest', module], env);
  expect(complained).toMatch(/\nOK\b/);
  expect(code).toBe(0);
}

test.skipIf(isSkipped)(
  `[LAB-1] [LAB-2] [LAB-3] [LAB-4] [PY-1] [PY-8] [PY-9] environments, with packages${HINT}`,
  () => expectPass('tests.test_env', []),
);

test.skipIf(isSkipped)(`[LAB-1] [PY-1] environments, with the standard library alone${HINT}`, () =>
  expectPass('tests.test_env', ['-S']),
);

test.skipIf(isSkipped)(`[PY-7] lives as columns, frames and figures${HINT}`, () =>
  expectPass('tests.test_lives', []),
);

test.skipIf(isSkipped)(
  `[LAB-5] [LAB-6] [PY-6] frames, a second client, and how a lab is found${HINT}`,
  () => expectPass('tests.test_lab', ['-S']),
);

test.skipIf(isSkipped)(`[PY-3] the reader of sockets meets pings, pieces and cuts${HINT}`, () =>
  expectPass('tests.test_stream', ['-S', '-W', 'error']),
);

test.skipIf(isSkipped)(`[PY-2] the client signs, and meets odd answers${HINT}`, () =>
  expectPass('tests.test_client', ['-S']),
);

test.skipIf(isSkipped)(`[PY-2] [PY-3] client and reader trade at a real venue${HINT}`, async () => {
  const scene = openScene();
  try {
    const said = await untilOpen(
      scene.run('start', '--port', '0', '--admin-port', '0', '--page', 'off'),
    );
    await expectPass('tests.test_venue', ['-S'], {
      PERPETUA_URL: /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '',
      PERPETUA_CREDENTIALS: join(scene.folder, 'data/credentials.json'),
    });
  } finally {
    await scene.close();
  }
});

test.skipIf(isSkipped)(`[PY-2] the client has every endpoint of version 2${HINT}`, async () => {
  const program = 'import json, perpetua.client as c; print(json.dumps(c.ENDPOINTS))';
  const { said, complained } = await python(['-S', '-c', program]);
  expect(complained).toBe('');
  const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(JSON.parse(said)).toEqual(
    Object.fromEntries(
      [...ENDPOINTS, ...EXTENSION_ENDPOINTS].map(({ id, method, path, permission }) => [
        snake(id),
        [method, path, permission !== null],
      ]),
    ),
  );
});

test.skipIf(isSkipped)(
  `[PY-4] the example plays both agents and draws their returns${HINT}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perpetua-python-'));
    const picture = join(folder, 'returns.svg');
    try {
      const { code, said, complained } = await python([
        ...['-S', 'examples/two_agents.py', '--episodes', '20', '--picture', picture],
      ]);
      expect(complained).toBe('');
      expect(code).toBe(0);
      for (const agent of ['market maker', 'random agent'])
        expect(said).toMatch(new RegExp(`^${agent}: 20 episodes, mean [+-]\\d`, 'm'));
      const drawn = readFileSync(picture, 'utf8');
      expect(drawn).toMatch(/^<svg /);
      expect(drawn).toContain('market maker: 20 episodes');
      expect(drawn.trimEnd()).toMatch(/<\/svg>$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.skipIf(isSkipped)(
  `[PY-5] the example learns to keep its position, the same in each run${HINT}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perpetua-python-'));
    const picture = join(folder, 'training.svg');
    try {
      const whole = await python([
        '-S',
        'examples/train.py',
        '--episodes',
        '1000',
        '--picture',
        picture,
      ]);
      expect(whole).toMatchObject({ code: 0, complained: '' });
      const rounds = whole.said.match(/^episodes .*$/gm) ?? [];
      expect(rounds).toHaveLength(10);
      const rows = [...whole.said.matchAll(/^ {2}with \S+(.*)$/gm)].map(([, row = '']) =>
        row.trim().split(/ +/).map(Number),
      );
      expect(rows.map((row) => row.indexOf(Math.max(...row)))).toEqual([0, 1, 2, 3, 4]);
      expect(Number(/a gain of (\S+) standard errors/.exec(whole.said)?.[1])).toBeGreaterThan(10);
      expect(readFileSync(picture, 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
      const short = await python(['examples/train.py', '--episodes', '200']);
      expect(short.said.match(/^episodes .*$/gm)).toEqual(rounds.slice(0, 2));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('[LAB-4] the command explains itself and names wrong words', async () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const push = (line: string) => void lines.push(line);
    const code = await runLab(args, { out: push, err: push });
    return { code, text: lines.join('\n') };
  };
  expect(await run('--help')).toMatchObject({ code: 0, text: expect.stringContaining('--socket') });
  const wrong = await run('--sokcet', 'x');
  expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('--socket') });
  expect(await run('quickly')).toMatchObject({ code: 2 });
  const missing = await run('--contracts', '/nowhere.json');
  expect(missing).toMatchObject({ code: 1, text: expect.stringContaining('/nowhere.json') });
});

test.skipIf(isSkipped)(`[PY-10] a maker that is paid learns to earn${HINT}`, async () => {
  const { code, said, complained } = await python(['-S', 'examples/learn_maker.py']);
  expect(complained).toBe('');
  expect(code).toBe(0);
  // Where makers are paid chance earns too: what was learned has to earn more in the same markets.
  for (const line of ['trained, unseen markets', 'more than by chance, market by market']) {
    const [, low = ''] =
      new RegExp(`^${line}: .* 95 % from ([+-][\\d.]+) to`, 'm').exec(said) ?? [];
    expect(Number(low), said).toBeGreaterThan(0);
  }
});

test.skipIf(isSkipped)(`[PY-10] a schedule that was tried beats an even one${HINT}`, async () => {
  const { code, said, complained } = await python([
    '-S',
    'examples/executor.py',
    '--episodes',
    '60',
  ]);
  expect(complained).toBe('');
  expect(code).toBe(0);
  const [, low = ''] = /^saved: .* 95 % from (-?[\d.]+) to/m.exec(said) ?? [];
  expect(Number(low), said).toBeGreaterThan(0);
});
