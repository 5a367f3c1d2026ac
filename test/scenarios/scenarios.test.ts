/**
 * Every scenario of this folder. A file's name is its title, and begins with the rules it proves.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseScenario } from './parse.ts';
import { runScenario } from './run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const files = globSync('test/scenarios/**/*.txt', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

const topics = Map.groupBy(files, (file) => dirname(file).replace('test/scenarios/', ''));

for (const [topic, own] of topics) {
  describe(topic, () => {
    for (const file of own) {
      const scenario = parseScenario(file, readFileSync(`${ROOT}/${file}`, 'utf8'));
      test(scenario.title, () => {
        expect(scenario.title, 'a title begins with its rules').toMatch(/^(\[[A-Z]+-\d+\] )+/);
        runScenario(scenario);
      });
    }
  });
}

test('there are scenarios to run', () => expect(files.length).toBeGreaterThanOrEqual(40));
