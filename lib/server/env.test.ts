import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv as parseDotEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from './env';

describe('parseEnv', () => {
  it('has a default for everything', () => {
    expect(parseEnv({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'file:./data/highwater.db',
      samples: true,
      allowedHosts: [],
      token: 'auto',
      exposed: false,
      watchRoots: [],
      importMemory: 1024 ** 3,
    });
  });

  it('takes an empty value for an absent one', () => {
    expect(parseEnv({ PORT: '', HOST: '' })).toEqual(parseEnv({}));
  });

  it('reads given values', () => {
    const given = {
      HOST: '::1',
      PORT: '8080',
      DATABASE_URL: 'file:/tmp/x.db',
      HIGHWATER_SAMPLES: 'off',
      HIGHWATER_ALLOWED_HOSTS: 'Box.local, box',
      HIGHWATER_TOKEN: '0123456789abcdef',
      HIGHWATER_EXPOSE: 'on',
      HIGHWATER_WATCH: ['/srv/logs', '~/traces', ''].join(path.delimiter),
      HIGHWATER_IMPORT_MEMORY: '1.5 GiB',
    };
    expect(parseEnv(given)).toEqual({
      host: '::1',
      port: 8080,
      databaseUrl: 'file:/tmp/x.db',
      samples: false,
      allowedHosts: ['box.local', 'box'],
      token: '0123456789abcdef',
      exposed: true,
      watchRoots: ['/srv/logs', '~/traces'],
      importMemory: 1536 * 1024 ** 2,
    });
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '3e3'],
    ['HOST', 'http://x'],
    ['DATABASE_URL', 'postgresql://localhost'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'file:'],
    ['HIGHWATER_SAMPLES', 'maybe'],
    ['HIGHWATER_ALLOWED_HOSTS', 'a b'],
    ['HIGHWATER_EXPOSE', 'yes'],
    ['HIGHWATER_WATCH', 'logs'],
  ])('names %s when it is %s', (name, value) => {
    const read = () => parseEnv({ [name]: value });
    expect(read).toThrow(EnvError);
    expect(read).toThrow(`${name} is "${value}" but must `);
  });

  it('takes a PostgreSQL database', () => {
    const url = 'postgresql://me:p%40ss@db:5433/highwater?sslmode=require';
    expect(parseEnv({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    'postgresql://me:s3cret@db',
    'postgres://me:s3cret@:@db:x/highwater',
    'mysql://me:s3c/ret@db/highwater',
  ])('shows no password of %s', (url) => {
    const read = () => parseEnv({ DATABASE_URL: url });
    expect(read).toThrow(EnvError);
    expect(read).toThrow(/:\/\/me:\*\*\*@/);
    expect(read).not.toThrow(/s3c/);
  });

  it('does not print a token', () => {
    expect(() => parseEnv({ HIGHWATER_TOKEN: 'short' })).toThrow(
      'HIGHWATER_TOKEN is "…" but must be auto, off or 16 or more printable characters.',
    );
  });

  it.each(['auto', 'off'])('takes the word %s for a token', (token) => {
    expect(parseEnv({ HIGHWATER_TOKEN: token }).token).toBe(token);
  });

  it('is documented, defaults included, by .env.example', () => {
    const example = parseDotEnv(readFileSync('.env.example', 'utf8'));
    const read: string[] = [];
    const watched = new Proxy<Record<string, string>>(
      {},
      {
        get: (_target, name) => {
          read.push(String(name));
          return undefined;
        },
      },
    );
    parseEnv(watched);
    expect(Object.keys(example).sort()).toEqual([...new Set(read)].sort());
    expect(parseEnv(example)).toEqual(parseEnv({}));
  });
});
