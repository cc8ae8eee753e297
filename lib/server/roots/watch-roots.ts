import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { dataFolder } from '@/lib/server/data-folder';
import { env } from '@/lib/server/env';
import { rememberedRoots } from './remembered-roots';

/** A folder below which growing traces may be watched. */
export interface WatchRoot {
  /** The folder as it was named, an absolute path. */
  readonly name: string;
  /** Its real path, with links resolved. */
  readonly path: string;
  /** True if its files may belong to other users than this process's. */
  readonly anyOwner: boolean;
  /** The agent that writes there; nothing for a folder that the user named. */
  readonly agent?: string;
}

/** Folders below the home folder in which known agents write. */
const AGENTS: readonly (readonly [folder: string, agent: string])[] = [
  ['.claude/projects', 'Claude Code'],
  ['.config/claude/projects', 'Claude Code'],
  ['.codex/sessions', 'Codex'],
  ['.codex/archived_sessions', 'Codex, archived'],
  ['.gemini/tmp', 'Gemini CLI'],
  ['.qwen', 'Qwen Code'],
  ['.copilot', 'Copilot CLI'],
  ['.local/share/opencode', 'OpenCode'],
  ['.local/share/crush', 'Crush'],
  ['.local/share/goose/sessions', 'goose'],
  ['.pi/agent/sessions', 'pi'],
  ['.openhands', 'OpenHands'],
  ['.cline', 'Cline'],
  ['.config/Code/User/globalStorage/saoudrizwan.claude-dev', 'Cline'],
  ['.config/Code/User/globalStorage/rooveterinaryinc.roo-cline', 'Roo Code'],
  ['Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev', 'Cline'],
  ['Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline', 'Roo Code'],
];

/** Where folders that may be watched are named. */
interface RootSettings {
  readonly home: string;
  /** HIGHWATER_WATCH. */
  readonly named: readonly string[];
  /** Named by `highwater watch`. */
  readonly remembered: readonly string[];
}

const settingsOfServer = (): RootSettings => ({
  home: homedir(),
  named: env().watchRoots,
  remembered: rememberedRoots(dataFolder(env().databaseUrl)),
});

/** An absolute path for one that may begin with `~`. */
export const withoutTilde = (given: string, home = homedir()): string =>
  given.replace(/^~(?=$|[\\/])/, () => home);

/** The folders below which traces may be watched, as far as they are there. */
export async function watchRoots(
  { home, named, remembered }: RootSettings = settingsOfServer(),
): Promise<readonly WatchRoot[]> {
  const wanted = [
    ...named.map((name) => ({ name: withoutTilde(name, home), anyOwner: true })),
    ...AGENTS.map(([name, agent]) => ({ name: path.join(home, name), anyOwner: false, agent })),
    ...remembered.map((name) => ({ name, anyOwner: false })),
  ];
  const found = await Promise.all(
    wanted.map(async (root) => {
      const real = await realFolder(root.name);
      return real === null ? [] : [{ ...root, path: real }];
    }),
  );
  const roots = new Map<string, WatchRoot>();
  for (const root of found.flat()) if (!roots.has(root.path)) roots.set(root.path, root);
  return [...roots.values()];
}

/** The real path of a folder; null if it is not there, or not a folder. */
export async function realFolder(name: string): Promise<string | null> {
  try {
    const real = await realpath(name);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

/** True if a path is a folder's own or lies below it. */
export const isBelow = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** The root of a real path. The one with the most rights goes first. */
export const rootOf = (real: string, roots: readonly WatchRoot[]): WatchRoot | undefined =>
  roots.find((root) => isBelow(root.path, real));

/** The advice for a folder below no root. */
export const NAME_A_ROOT =
  'Name it in HIGHWATER_WATCH and start the server again, or run "highwater watch" with it on the server’s machine.';
