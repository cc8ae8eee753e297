import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { dataFolder, makePrivateFolder } from '@/lib/server/data-folder';
import { processWide } from '@/lib/server/process-wide';
import { env, EnvError, type Env } from '@/lib/server/env';
import { isLoopback } from '@/lib/server/loopback';
import { othersLogIn } from './login-accounts';

/** Whom this server answers. */
export interface Gate {
  /** The address the server listens on. */
  readonly host: string;
  readonly port: number;
  /** Additional names, in lower case. */
  readonly allowedHosts: readonly string[];
  /** The token that every request must bring; null: none is asked for. */
  readonly token: string | null;
  /** True if Highwater made the token, so that its user must be shown it. */
  readonly made: boolean;
  /** A sentence about an open server; null without. */
  readonly warning: string | null;
}

/**
 * Decides by the settings whether a token is asked for; makes one where it is needed.
 * @throws EnvError if the server would be open to other machines without that being said twice.
 */
export function decideGate(settings: Env, others: () => boolean = othersLogIn): Gate {
  const { host, port, allowedHosts, token, exposed, databaseUrl } = settings;
  const gate = { host, port, allowedHosts, token: null, made: false, warning: null };
  const beyond = !isLoopback(host);
  if (token === 'off') {
    if (!beyond) return gate;
    const open = `HIGHWATER_TOKEN is off and HOST is "${host}": everyone who reaches ${host}:${port} can read and delete your sessions.`;
    if (exposed) return { ...gate, warning: open };
    throw new EnvError(
      `${open} Leave HIGHWATER_TOKEN away, or set HIGHWATER_EXPOSE=on as well if you want that.`,
    );
  }
  if (token !== 'auto') return { ...gate, token };
  if (!beyond && !others()) return gate;
  return { ...gate, token: ownToken(dataFolder(databaseUrl)), made: true };
}

/** The gate of this process, decided on first use. @throws EnvError like {@link decideGate}. */
export const gate = processWide('gate', (): Gate => decideGate(env()));

const TOKEN = /^[\w-]{43}\n$/;

/** The token that Highwater made, from its file; null if there is none that nobody else could read. */
export function keptToken(folder: string): string | null {
  let file: number;
  try {
    file = openSync(path.join(folder, 'token'), constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
  try {
    const { mode, uid } = fstatSync(file);
    const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const text = own ? readFileSync(file, 'utf8') : '';
    return TOKEN.test(text) ? text.trimEnd() : null;
  } finally {
    closeSync(file);
  }
}

/** The kept token, else a new random one, which is kept. */
function ownToken(folder: string): string {
  const kept = keptToken(folder);
  if (kept !== null) return kept;
  makePrivateFolder(folder);
  const token = randomBytes(32).toString('base64url');
  const file = path.join(folder, 'token');
  const written = `${file}-${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(written, `${token}\n`, { mode: 0o600, flag: 'wx' });
    // Replaces a link instead of following it.
    renameSync(written, file);
  } finally {
    rmSync(written, { force: true });
  }
  // Another process may have been faster.
  return keptToken(folder) ?? token;
}
