import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUNDLES, ensureBundle, type BundleName } from '@/lib/server/bundle.mjs';
import { requireNode } from './prepare.mjs';
import { CommandError, fingerprint } from '@/lib/server/project.mjs';
import { addressOf, freePort, requireFreePort, signInAddress } from '../server/start/server.mjs';
import { createServer } from 'node:net';

describe('requireNode', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes %s', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.9.0', '20.18.3'])('says what it needs on %s', (version) => {
    expect(() => requireNode(version)).toThrow(
      `Highwater needs Node 20.19 or newer, this is ${version}.`,
    );
  });
});

describe('addressOf', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://127.0.0.1:80'],
    ['::1', 'http://[::1]:80'],
    ['localhost', 'http://localhost:80'],
  ])('of %s is %s', (host, address) => {
    expect(addressOf(host, 80)).toBe(address);
  });
});

describe('signInAddress', () => {
  it('has the token that Highwater made, if it made one', () => {
    expect(signInAddress('0.0.0.0', 80, 'abc')).toBe('http://127.0.0.1:80/?token=abc');
    expect(signInAddress('::1', 80, null)).toBe('http://[::1]:80');
  });
});

describe('requireFreePort', () => {
  it('takes a free port and says when one is in use', async () => {
    const port = await freePort();
    await expect(requireFreePort('127.0.0.1', port)).resolves.toBeUndefined();
    const other = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const judged = requireFreePort('127.0.0.1', port);
    await expect(judged).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    await expect(judged).rejects.toBeInstanceOf(CommandError);
    other.close();
  });
});

const bundles = Object.entries(BUNDLES).map(
  ([name, { file }]) => [name as BundleName, file] as const,
);

describe.each(bundles)('the process "%s" as one file', (name, file) => {
  it('is made from the sources as they are, and only once', async () => {
    await ensureBundle(name);
    const made = statSync(file);
    expect(readFileSync(file, 'latin1')).toMatch(/^\/\/ [0-9a-f]{64}\n/);
    await ensureBundle(name);
    expect(statSync(file).mtimeMs).toBe(made.mtimeMs);
  });

  it('is made anew once it was made from others', async () => {
    await ensureBundle(name);
    const made = readFileSync(file);
    const edited = Buffer.from(made);
    edited.write(`// ${'0'.repeat(64)}`);
    writeFileSync(file, edited);
    await ensureBundle(name);
    expect(readFileSync(file).equals(made)).toBe(true);
  });
});

describe('fingerprint', () => {
  it('changes with names, contents and words', () => {
    const prints = [
      fingerprint([]),
      fingerprint([], ['20']),
      fingerprint(['package.json']),
      fingerprint(['tsconfig.json']),
      fingerprint(['package.json', 'tsconfig.json']),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprint(['package.json'])).toBe(prints[2]);
  });
});
