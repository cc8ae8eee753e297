import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { gate, type Gate } from '@/lib/server/access/gate';
import { EnvError } from '@/lib/server/env';
import { CommandError, endChildren, inProject } from '@/lib/server/project.mjs';
import { addressOf, freePort, requireFreePort, startServer } from '@/lib/server/start/server.mjs';
import { endOnSignals } from '@/lib/server/start/stop.mjs';
import type { CliIo } from '../cli-io';
import { watchCommand } from '../commands/watch-command';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { setLibrary } from '../library';
import { openBrowser } from './browser';
import { pageOf, sendTrace, type OpenedServer } from './send-trace';

/** Options of `highwater [what]`. */
export interface OpenOptions {
  /** Folder of the library. */
  readonly data?: string;
  readonly port?: number;
  /** False with `--no-open`. */
  readonly open: boolean;
}

/** The port that addresses are remembered with, where nobody names another and it is free. */
const USUAL_PORT = 3000;

/** What the user named, looked at before a server is started. */
type Named =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'trace'; readonly name: string; readonly content: () => Readable };

/**
 * Serves the page until it is stopped, and opens it: at the session of a file, or over a folder that is
 * followed from then on. @throws UsageError, InputError
 */
export async function openCommand(
  what: string | undefined,
  options: OpenOptions,
  io: CliIo,
): Promise<ExitCode> {
  const named = namedBy(what, io);
  if (!existsSync(inProject('.next/BUILD_ID'))) {
    throw new UsageError('The pages of this checkout are not built: run "npm start" once.');
  }
  endOnSignals(() => io.message('Highwater has stopped.'));
  try {
    const { server, exited, signIn } = await started(options, io);
    const page = server.address + (await opened(server, named, io)) + signIn;
    io.out(`Highwater is ready at ${page}\n`);
    if (options.open) openBrowser(page);
    // It ends by itself only after a failure, which it has told.
    return (await exited) === 0 ? exitCode.clean : exitCode.checkFailed;
  } catch (error) {
    await endChildren();
    if (error instanceof CommandError || error instanceof EnvError) {
      throw new InputError(error.message);
    }
    throw error;
  }
}

function namedBy(what: string | undefined, io: CliIo): Named {
  if (what === undefined) return { kind: 'nothing' };
  if (what === '-') return { kind: 'trace', name: 'stdin', content: () => process.stdin };
  const file = io.resolve(what);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new UsageError(`"${what}" is neither a command nor a file or folder.`);
  }
  if (found.isDirectory()) return { kind: 'folder', path: file };
  return { kind: 'trace', name: path.basename(file), content: () => createReadStream(file) };
}

interface Started {
  readonly server: OpenedServer;
  readonly exited: Promise<number>;
  /** Query that signs a browser in; empty where the user has named the token, or none is asked for. */
  readonly signIn: string;
}

/** Starts the server over this user's own library. */
async function started({ data, port }: OpenOptions, io: CliIo): Promise<Started> {
  setLibrary(data === undefined ? undefined : io.resolve(data));
  const decided = gate();
  const at = await portOf(port, decided);
  const { exited } = await startServer({
    ...{ host: decided.host, port: at, onLine: io.message },
    env: { HIGHWATER_SAMPLES: process.env['HIGHWATER_SAMPLES'] ?? 'off' },
  });
  const { token, made } = decided;
  const signIn = made && token !== null ? `?token=${token}` : '';
  return { server: { address: addressOf(decided.host, at), token }, exited, signIn };
}

async function portOf(port: number | undefined, { host }: Gate): Promise<number> {
  const given = port ?? (process.env['PORT'] ? gate().port : undefined);
  if (given !== undefined) {
    await requireFreePort(host, given);
    return given;
  }
  return requireFreePort(host, USUAL_PORT).then(
    () => USUAL_PORT,
    () => freePort(),
  );
}

/** Brings what was named into the library. @returns the path of its page */
async function opened(server: OpenedServer, named: Named, io: CliIo): Promise<string> {
  if (named.kind === 'nothing') return '/';
  if (named.kind === 'trace') {
    return pageOf(await sendTrace(server, named.name, named.content()));
  }
  const quiet = { ...io, out: () => undefined };
  const { signal } = new AbortController();
  await watchCommand(named.path, { server: server.address, once: true }, quiet, signal);
  return '/';
}
