import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';
import { keptToken } from '@/lib/server/access/gate';
import { dataFolder } from '@/lib/server/data-folder';
import { env, EnvError } from '@/lib/server/env';
import { isLoopback } from '@/lib/server/loopback';
import { forgetRoot, rememberRoot } from '@/lib/server/roots/remembered-roots';
import { realFolder, rootOf, watchRoots } from '@/lib/server/roots/watch-roots';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';

/** Options of `highwater watch`. */
interface WatchCommandOptions {
  /** Address of a running server. */
  readonly server: string;
  /** Add the folder, print its files once they are read, and end. */
  readonly once?: boolean;
  /** Stop watching the folder. */
  readonly remove?: boolean;
}

const fileSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  modifiedAt: z.number(),
  status: z.string().nullable(),
  sessionId: z.string().nullable(),
  sessionCount: z.number(),
  error: z.object({ message: z.string() }).nullable(),
});
type File = z.infer<typeof fileSchema>;

const folderSchema = z.object({
  id: z.string(),
  path: z.string(),
  paused: z.boolean(),
  error: z.string().nullable(),
  fileCount: z.number(),
  files: z.array(fileSchema),
});
type Folder = z.infer<typeof folderSchema>;

const errorSchema = z.object({
  error: z.object({ message: z.string(), hint: z.string().optional() }),
});

/** Milliseconds between requests for the folder's state. */
const ASK_MS = 1_000;

/** Looks in a row at which nothing is read and nothing new is seen: the server waits for a file of 40 MB so long. */
const QUIET_LOOKS = 5;

/**
 * Makes a running server watch a folder and prints changes until stopped; `once` until all of its files are
 * read, and fails where one cannot be. The server continues to watch afterwards.
 */
export async function watchCommand(
  dir: string,
  { server, once = false, remove = false }: WatchCommandOptions,
  io: CliIo,
  stopped: AbortSignal = interrupted(),
  own: OwnServer = ownServer(),
  askMs = ASK_MS,
): Promise<ExitCode> {
  const api = new WatchApi(server, own);
  const path = io.resolve(dir);
  if (api.isLocal) await nameRoot(own.folder, path);
  const folder = await api.add(path);
  if (remove) {
    await api.remove(folder.id);
    if (api.isLocal) forgetRoot(own.folder, path);
    io.message(`${folder.path} is no longer watched; its sessions stay.`);
    return exitCode.clean;
  }
  io.message(`Watching ${folder.path}. Its sessions are at ${api.address}/watched`);
  const printed = new Map<string, string>();
  let quiet = 0;
  for (let now: Folder | null = folder; !stopped.aborted; now = await api.find(folder.id)) {
    if (now === null) {
      io.message('The folder is no longer watched.');
      return exitCode.clean;
    }
    const before = printed.size;
    printChanged(now, printed, api.address, io);
    const isQuiet = printed.size === before && !now.files.some(isPending);
    quiet = isQuiet ? quiet + 1 : 0;
    if (once && (now.error !== null || now.paused || quiet >= QUIET_LOOKS)) {
      return onceCode(now, io);
    }
    await sleep(askMs, undefined, { signal: stopped }).catch(() => undefined);
  }
  return exitCode.clean;
}

const isPending = ({ status, error }: File): boolean =>
  error === null && (status === null || status === 'queued' || status === 'running');

/** What a fleet's script ends with: 1 where the folder is not watched, or a file of it cannot be read. */
function onceCode({ path, files, fileCount, paused, error }: Folder, io: CliIo): ExitCode {
  const unread = files.filter((one) => one.error !== null).length;
  const listed = files.length < fileCount ? ` of the newest ${formatInteger(files.length)}` : '';
  const fault = error ?? (paused ? 'It is paused on the page /watched.' : null);
  io.message(
    fault === null
      ? `${path}: ${counted(fileCount, 'file')}; ${formatInteger(unread)}${listed} cannot be read.`
      : `${path} is not watched: ${fault}`,
  );
  return fault === null && unread === 0 ? exitCode.clean : exitCode.checkFailed;
}

/** Prints each file whose state changed. */
function printChanged(
  folder: Folder,
  printed: Map<string, string>,
  address: string,
  io: CliIo,
): void {
  for (const file of [...folder.files].reverse()) {
    const line = lineOf(file, address);
    if (line === null || printed.get(file.path) === line) continue;
    printed.set(file.path, line);
    io.out(`${line}\n`);
  }
}

/** Result of a file's import; null while it runs. */
function lineOf(file: File, address: string): string | null {
  const { path, bytes, error, status, sessionId, sessionCount } = file;
  if (error !== null) return `${path}: not read: ${error.message}`;
  if (status !== 'done') return null;
  const counted = sessionCount === 1 ? '1 session' : `${formatInteger(sessionCount)} sessions`;
  const place = sessionId === null ? '' : ` ${address}/sessions/${sessionId}`;
  return `${path}: ${formatBytes(bytes)}, ${counted}${place}`;
}

/** Aborted by Ctrl-C or when the terminal closes. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => controller.abort());
  }
  return controller.signal;
}

const words = ({ message, hint }: z.infer<typeof errorSchema>['error']): string =>
  hint === undefined ? message : `${message} ${hint}`;

/** What this user shares with their own server. */
export interface OwnServer {
  /** Its data folder. */
  readonly folder: string;
  /** The token given by HIGHWATER_TOKEN; null for none. */
  readonly token: string | null;
}

function ownServer(): OwnServer {
  try {
    const { databaseUrl, token } = env();
    const given = token === 'auto' || token === 'off' ? null : token;
    return { folder: dataFolder(databaseUrl), token: given };
  } catch (error) {
    if (error instanceof EnvError) throw new UsageError(error.message);
    throw error;
  }
}

/** Names a folder to this user's own server, which watches nothing that nobody named. */
async function nameRoot(folder: string, root: string): Promise<void> {
  if (!existsSync(folder)) return;
  const real = await realFolder(root);
  const known = await watchRoots();
  if (real !== null && rootOf(real, known) === undefined) rememberRoot(folder, root);
}

/** Client for the server's API of watched folders. */
class WatchApi {
  readonly address: string;
  /** True if the server is on this machine. */
  readonly isLocal: boolean;
  readonly #token: string | null;

  constructor(server: string, { folder, token }: OwnServer) {
    if (!/^https?:\/\/[^/]+\/*$/.test(server)) {
      throw new UsageError(`--server is "${server}" but must be an address as http://host:port.`);
    }
    this.address = server.replace(/\/+$/, '');
    this.isLocal = isLoopback(new URL(this.address).hostname);
    // A token that Highwater made is for the server on this machine only.
    this.#token = token ?? (this.isLocal ? keptToken(folder) : null);
  }

  add(path: string): Promise<Folder> {
    return this.#ask(folderSchema, 'POST', '', { path });
  }

  async find(id: string): Promise<Folder | null> {
    const schema = z.object({ folders: z.array(folderSchema) });
    const { folders } = await this.#ask(schema, 'GET', '');
    return folders.find((folder) => folder.id === id) ?? null;
  }

  async remove(id: string): Promise<void> {
    await this.#ask(folderSchema, 'DELETE', `/${id}`);
  }

  async #ask<S extends z.ZodType>(
    schema: S,
    method: string,
    rest: string,
    body?: object,
  ): Promise<z.infer<S>> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    const init = {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${this.address}/api/watched${rest}`, init).catch(() => {
      throw new InputError(
        `No Highwater server answers at ${this.address}. Start one with "npm start", or name it with --server.`,
      );
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const said = errorSchema.safeParse(answer);
      throw new InputError(
        said.success ? words(said.data.error) : `The server answered ${response.status}.`,
      );
    }
    return schema.parse(answer);
  }
}
