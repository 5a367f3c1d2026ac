/** Dependencies have exact versions, and docs/ARCHITECTURE.md gives the reason for each. */
import type { Finding } from './finding.ts';

type Versions = Readonly<Record<string, string>>;

export interface Package {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

/** Builds of the one pinned Node, of which the document names the first. */
const PINNED_NODE = /^node-(?!linux-x64$)/;

export function checkDependencies(own: Package, architecture: string): Finding[] {
  const versions = Object.entries({
    ...own.dependencies,
    ...own.devDependencies,
    ...own.optionalDependencies,
  });
  const findings: Finding[] = [];
  for (const [name, version] of versions) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) {
      findings.push({ file: 'package.json', line: 1, message: `${name} has no exact version` });
    }
    if (!PINNED_NODE.test(name) && !architecture.includes(`\`${name}\``)) {
      const message = `docs/ARCHITECTURE.md gives no reason for ${name}`;
      findings.push({ file: 'package.json', line: 1, message });
    }
  }
  return findings;
}
