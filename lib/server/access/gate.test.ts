import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from '@/lib/server/env';
import { decideGate } from './gate';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-gate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tokenFile = (): string => path.join(folder, 'data', 'token');

const decide = (variables: Readonly<Record<string, string>>, others = false) =>
  decideGate(
    parseEnv({ DATABASE_URL: `file:${path.join(folder, 'data', 'library.db')}`, ...variables }),
    () => others,
  );

describe('HIGHWATER_TOKEN=auto', () => {
  it('asks nobody on a loopback address of a machine of one user, and writes nothing', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1', '[::1]', '127.0.0.2']) {
      expect(decide({ HOST })).toMatchObject({ token: null, made: false, warning: null });
    }
    expect(() => statSync(tokenFile())).toThrow('ENOENT');
  });

  it('makes a token where others can log in, once, readable by its owner alone', () => {
    const { token, made } = decide({}, true);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(made).toBe(true);
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(tokenFile())).mode & 0o777).toBe(0o700);
    expect(decide({}, true).token).toBe(token);
    expect(readFileSync(tokenFile(), 'utf8')).toBe(`${token}\n`);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'box.local', '127.evil.example'])(
    'asks on %s',
    (HOST) => {
      expect(decide({ HOST }).token).toMatch(/^[\w-]{43}$/);
    },
  );

  it('makes another where the file is open to others, is a link or holds no token', () => {
    const { token } = decide({}, true);
    chmodSync(tokenFile(), 0o644);
    const second = decide({}, true).token;
    expect(second).not.toBe(token);
    writeFileSync(tokenFile(), 'short\n');
    const third = decide({}, true).token;
    expect(third).toMatch(/^[\w-]{43}$/);
    rmSync(tokenFile());
    writeFileSync(path.join(folder, 'planted'), `${'x'.repeat(43)}\n`, { mode: 0o600 });
    symlinkSync(path.join(folder, 'planted'), tokenFile());
    expect(decide({}, true).token).not.toBe('x'.repeat(43));
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, 'planted'), 'utf8')).toBe(`${'x'.repeat(43)}\n`);
  });
});

describe('a token of one’s own', () => {
  it('is asked for everywhere, and not written', () => {
    const HIGHWATER_TOKEN = 'a-token-of-some-length';
    expect(decide({ HIGHWATER_TOKEN })).toMatchObject({ token: HIGHWATER_TOKEN, made: false });
    expect(() => statSync(tokenFile())).toThrow('ENOENT');
  });
});

describe('HIGHWATER_TOKEN=off', () => {
  it('asks nobody on a loopback address, whoever can log in', () => {
    expect(decide({ HIGHWATER_TOKEN: 'off' }, true)).toMatchObject({ token: null, warning: null });
  });

  it('has to be said twice beyond it, and is warned of', () => {
    const beyond = { HIGHWATER_TOKEN: 'off', HOST: '0.0.0.0' };
    expect(() => decide(beyond)).toThrow(EnvError);
    expect(() => decide(beyond)).toThrow(/HIGHWATER_EXPOSE=on/);
    const exposed = decide({ ...beyond, HIGHWATER_EXPOSE: 'on' });
    expect(exposed.token).toBeNull();
    expect(exposed.warning).toMatch(/everyone who reaches 0\.0\.0\.0/);
  });
});
