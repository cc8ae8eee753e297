import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder of a program's own data as the platform has it: below XDG_DATA_HOME or ~/.local/share, in
 * ~/Library/Application Support, below LOCALAPPDATA.
 */
export function ownFolder(
  platform: NodeJS.Platform = process.platform,
  variables: Readonly<Record<string, string | undefined>> = process.env,
  home = homedir(),
): string {
  const named = (name: string, ...instead: readonly string[]): string => {
    const value = variables[name] ?? '';
    return path.isAbsolute(value) ? value : path.join(home, ...instead);
  };
  if (platform === 'darwin') return path.join(home, 'Library/Application Support/highwater');
  const below =
    platform === 'win32'
      ? named('LOCALAPPDATA', 'AppData', 'Local')
      : named('XDG_DATA_HOME', '.local', 'share');
  return path.join(below, 'highwater');
}
