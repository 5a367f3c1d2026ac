/** The `perpetua start` command. It is not built yet, and says so. */
export function start(_args: string[]): Promise<number> | number {
  process.stderr.write('perpetua: "start" is not built yet\n');
  return 1;
}
