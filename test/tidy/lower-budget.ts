/** Lowers the budget of each folder to what it has, rounded up. */
import { writeFileSync } from 'node:fs';
import { countLines, lowerBudget, readBudget } from './budget.ts';

const lowered = lowerBudget(countLines(), readBudget());
writeFileSync(new URL('budget.json', import.meta.url), `${JSON.stringify(lowered, null, 2)}\n`);
