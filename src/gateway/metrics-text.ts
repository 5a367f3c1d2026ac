/** The text form of metrics that Prometheus and its kin read. */

export interface MetricSample {
  /** Behind the name of the family: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly samples: readonly MetricSample[];
}

export const formatMetrics = (families: readonly Family[]): string =>
  families.map((family) => `${formatFamily(family)}\n`).join('');

function formatFamily({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

const escaped = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

/** A figure that goes up and down, of which there is one. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name: `perpetua_${name}`,
  help,
  type: 'gauge',
  samples: [{ value }],
});

/** The same figure of many, told apart by a label. */
export const gaugesBy = (
  label: string,
  name: string,
  help: string,
  values: readonly (readonly [string, number])[],
): Family => ({
  name: `perpetua_${name}`,
  help,
  type: 'gauge',
  samples: values.map(([which, value]) => ({ labels: { [label]: which }, value })),
});
