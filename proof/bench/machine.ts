/** Describes the machine of a measurement in one line. */
import { availableParallelism, cpus, totalmem } from 'node:os';

const GIB = 1024 ** 3;

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  const system = `${process.platform} ${process.arch}`;
  return `${model}, ${availableParallelism()} cores, ${memory}, ${system}, Node ${process.version}`;
}
