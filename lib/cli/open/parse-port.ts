import { UsageError } from '../exit-code';

/** Reads `--port`. @throws UsageError */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port is "${text}", but must be a whole number from 1 to 65535.`);
}
