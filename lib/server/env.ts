import path from 'node:path';
import * as z from 'zod';
import { processWide } from './process-wide';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65535, 'must be between 1 and 65535');

const host = z
  .string()
  .regex(
    /^(\[[0-9a-f:.]+\]|[0-9a-z][0-9a-z.-]*|[0-9a-f:]+)$/i,
    'must be a host name or IP address',
  );

const databaseUrl = z
  .string()
  .refine(
    (url) => /^file:./.test(url) || isPostgresUrl(url),
    'must name a SQLite file, as in file:./data/highwater.db, or a PostgreSQL database, as in postgresql://user:password@host:5432/highwater',
  );

function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url).pathname.length > 1;
}

const hostList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
  .refine(
    (names) => names.every((name) => /^[0-9a-z[][0-9a-z.:\-\]]*$/.test(name)),
    'must be host names separated by commas',
  );

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((v) => v === 'on');

const token = z
  .string()
  .regex(/^(auto|off|[\x21-\x7e]{16,})$/, 'must be auto, off or 16 or more printable characters');

const folders = z
  .string()
  .transform((text) => text.split(path.delimiter).filter((name) => name !== ''))
  .refine(
    (names) => names.every((name) => /^~(?=$|[\\/])/.test(name) || path.isAbsolute(name)),
    `must be absolute paths separated by ${path.delimiter}`,
  );

const UNITS: Readonly<Record<string, number>> = { MIB: 1024 ** 2, GIB: 1024 ** 3 };

/** Less is taken by the process itself. */
const LEAST_MEMORY = 256 * 1024 ** 2;

const memory = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})? ?(MiB|GiB)?$/i, 'must be a size, as in 1GiB or 1536MiB')
  .transform((text) => {
    const [, number = '', unit = ''] = /^([\d.]+) ?(\w*)$/.exec(text) ?? [];
    return Math.floor(Number(number) * (UNITS[unit.toUpperCase()] ?? 1));
  })
  .refine((bytes) => bytes >= LEAST_MEMORY, 'must be 256MiB or more');

/** All variables of the program with defaults; `.env.example` documents each. */
const environment = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: databaseUrl.default('file:./data/highwater.db'),
  HIGHWATER_SAMPLES: onOff.default(true),
  HIGHWATER_ALLOWED_HOSTS: hostList.default([]),
  HIGHWATER_TOKEN: token.default('auto'),
  HIGHWATER_EXPOSE: onOff.default(false),
  HIGHWATER_WATCH: folders.default([]),
  HIGHWATER_IMPORT_MEMORY: memory.default(1024 ** 3),
});

/** Settings of this process, from its environment. */
export interface Env {
  readonly host: string;
  readonly port: number;
  /**
   * URL of the library: `file:` (a relative path starts at the project's folder) or `postgresql:`. It
   * may contain a password and is never printed.
   */
  readonly databaseUrl: string;
  /** True to load the samples into an empty library. */
  readonly samples: boolean;
  /** Additional accepted host names, in lower case. */
  readonly allowedHosts: readonly string[];
  /** `auto`, `off`, or the token that every request must bring. */
  readonly token: string;
  /** True to serve other machines without a token. */
  readonly exposed: boolean;
  /** Folders below which traces may be watched, besides the known agents'; `~` is the home folder. */
  readonly watchRoots: readonly string[];
  /** Most bytes of memory of an import process. */
  readonly importMemory: number;
}

/** A variable has an invalid value; the message names both. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads the settings from variables; an empty value counts as absent.
 * @throws EnvError for the first invalid variable.
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const names = Object.keys(environment.shape);
  const given = Object.fromEntries(
    names.map((name) => [name, variables[name] === '' ? undefined : variables[name]]),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    const value = name === 'HIGHWATER_TOKEN' ? '…' : withoutPassword(given[name] ?? '');
    throw new EnvError(`${name} is "${value}" but ${issue?.message ?? 'is invalid'}.`);
  }
  return {
    host: parsed.data.HOST,
    port: parsed.data.PORT,
    databaseUrl: parsed.data.DATABASE_URL,
    samples: parsed.data.HIGHWATER_SAMPLES,
    allowedHosts: parsed.data.HIGHWATER_ALLOWED_HOSTS,
    token: parsed.data.HIGHWATER_TOKEN,
    exposed: parsed.data.HIGHWATER_EXPOSE,
    watchRoots: parsed.data.HIGHWATER_WATCH,
    importMemory: parsed.data.HIGHWATER_IMPORT_MEMORY,
  };
}

/** Hides the password of a value that looks like a URL. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:/]*):.*@/is, '$1:***@');
}

/** Settings of this process, parsed on first use. @throws EnvError like {@link parseEnv}. */
export const env = processWide('env', (): Env => parseEnv(process.env));
