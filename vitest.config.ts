import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    pool: 'threads',
    maxWorkers: 2,
    restoreMocks: true,
    passWithNoTests: false,
    testTimeout: 20_000,
  },
});
