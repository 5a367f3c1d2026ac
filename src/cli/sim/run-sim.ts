/** The `perpetua sim` command. It is not built yet, and says so. */
export function runSim(_args: string[]): Promise<number> | number {
  process.stderr.write('perpetua: "sim" is not built yet\n');
  return 1;
}
