import { spawn } from 'node:child_process';

/** The program that opens an address in the user's browser, and its arguments. */
export function browserCall(
  address: string,
  platform: NodeJS.Platform = process.platform,
  chosen = process.env['BROWSER'],
): readonly [program: string, ...args: readonly string[]] {
  if (chosen !== undefined && chosen !== '') return [chosen, address];
  if (platform === 'darwin') return ['open', address];
  // The first argument in quotes is the title of a window.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', address.replaceAll('&', '^&')];
  return ['xdg-open', address];
}

/** Opens an address in the user's browser; a machine without one has the printed address. */
export function openBrowser(address: string): void {
  const [program, ...args] = browserCall(address);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
