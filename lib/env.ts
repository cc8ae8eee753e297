import * as z from 'zod';

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
  .regex(/^file:./, 'must name a SQLite file, as in file:./data/highwater.db');

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

/** Every variable the program reads, with its default; `.env.example` documents each. */
const environment = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: databaseUrl.default('file:./data/highwater.db'),
  HIGHWATER_SAMPLES: onOff.default(true),
  HIGHWATER_ALLOWED_HOSTS: hostList.default([]),
});

/** The settings of this process, read from its environment. */
export interface Env {
  readonly host: string;
  readonly port: number;
  /** `file:` URL of the library; a relative path is relative to the project's folder. */
  readonly databaseUrl: string;
  /** Whether the sample sessions are loaded into an empty library. */
  readonly samples: boolean;
  /** Further host names a browser may use, in lower case. */
  readonly allowedHosts: readonly string[];
}

/** A variable has a value that cannot be used; the message names the variable and the value. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads the settings from a set of variables; an empty value counts as absent.
 * @throws EnvError naming the first variable that has an unusable value.
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
    throw new EnvError(`${name} is "${given[name] ?? ''}" but ${issue?.message ?? 'is invalid'}.`);
  }
  return {
    host: parsed.data.HOST,
    port: parsed.data.PORT,
    databaseUrl: parsed.data.DATABASE_URL,
    samples: parsed.data.HIGHWATER_SAMPLES,
    allowedHosts: parsed.data.HIGHWATER_ALLOWED_HOSTS,
  };
}

let known: Env | undefined;

/** The settings of this process, parsed on first use. @throws EnvError as {@link parseEnv}. */
export function env(): Env {
  known ??= parseEnv(process.env);
  return known;
}
