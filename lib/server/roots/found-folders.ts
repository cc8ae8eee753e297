import { lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isTraceFile, MOST_DEPTH, MOST_FILES } from './trace-files';
import { watchRoots, type WatchRoot } from './watch-roots';

/** A folder in which an agent has recorded sessions, by names and sizes of its files. */
interface FoundFolder {
  /** Its path, `~` for the home folder. */
  readonly path: string;
  /** The agent that writes there; null for a folder that the user named. */
  readonly agent: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Time of its newest file, in milliseconds since 1970. */
  readonly newest: number;
}

/** Folders of known agents with recordings in them, the fullest first. No file is opened. */
export async function foundFolders(
  roots: () => Promise<readonly WatchRoot[]> = watchRoots,
  home = homedir(),
): Promise<readonly FoundFolder[]> {
  const found = await Promise.all(
    (await roots()).map(async ({ name, path: real, agent }) => {
      const counts = await countsOf(real);
      return { path: withTilde(name, home), agent: agent ?? null, ...counts };
    }),
  );
  return found.filter(({ files }) => files > 0).sort((a, b) => b.files - a.files);
}

const withTilde = (name: string, home: string): string =>
  name.startsWith(home + path.sep) ? `~${name.slice(home.length)}` : name;

/** Number, bytes and newest time of a folder's recordings, as far down as they are watched. */
async function countsOf(folder: string): Promise<Omit<FoundFolder, 'path' | 'agent'>> {
  const sums = { files: 0, bytes: 0, newest: 0 };
  const open = [{ at: folder, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, depth } = next;
    try {
      for await (const entry of await opendir(at)) {
        const file = path.join(at, entry.name);
        if (sums.files >= MOST_FILES) return sums;
        if (
          entry.isDirectory() &&
          depth < MOST_DEPTH &&
          isTraceFile(file.slice(folder.length), { folder: true })
        ) {
          open.push({ at: file, depth: depth + 1 });
        } else if (entry.isFile() && isTraceFile(file.slice(folder.length))) {
          const { size, mtimeMs } = await lstat(file);
          if (size === 0) continue;
          sums.files++;
          sums.bytes += size;
          sums.newest = Math.max(sums.newest, Math.round(mtimeMs));
        }
      }
    } catch {
      // A folder or file that is gone or forbidden holds nothing to open.
    }
  }
  return sums;
}
