import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERSION } from '@/lib/engine/replay/engine';
import {
  completeLock,
  entryFor,
  missingFromLock,
  platformOf,
  withIntegrity,
} from './complete-lock.mjs';

interface LockFile {
  readonly packages: Record<string, { readonly resolved?: string; readonly link?: boolean }>;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;

it('is of the version that results name', () => {
  const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(packageJson.version).toBe(VERSION);
});

describe('package-lock.json', () => {
  it('has an entry for every optional dependency (else: npm run complete-lock)', () => {
    expect(missingFromLock(lock).map(({ name }) => name)).toEqual([]);
  });

  it('names no registry', () => {
    const resolved = Object.values(lock.packages).flatMap((entry) => entry.resolved ?? []);
    expect(resolved.filter((url) => !url.startsWith('https://registry.npmjs.org/'))).toEqual([]);
  });
});

describe('missingFromLock', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/darwin-arm64': '1.0.0' },
    },
    'node_modules/@tool/linux-x64': { version: '1.0.0', optional: true },
  };

  it('finds a name without an entry', () => {
    expect(missingFromLock({ packages })).toEqual([
      {
        place: 'node_modules/@tool/darwin-arm64',
        name: '@tool/darwin-arm64',
        range: '1.0.0',
        dev: false,
      },
    ]);
  });

  it('finds nested entries', () => {
    const nested = { 'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '1.0.0' } };
    expect(missingFromLock({ packages: { ...packages, ...nested } })).toEqual([]);
  });

  it('finds an entry of another version, and puts its own below its owner', () => {
    const other = { 'node_modules/@tool/darwin-arm64': { version: '2.0.0', optional: true } };
    const missing = missingFromLock({ packages: { ...packages, ...other } });
    expect(missing.map(({ place }) => place)).toEqual([
      'node_modules/tool/node_modules/@tool/darwin-arm64',
    ]);
  });

  it('is satisfied by completeLock', () => {
    const whole = completeLock({ packages }, () => undefined);
    expect(missingFromLock(whole)).toEqual([]);
    expect(whole.packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '1.0.0',
      cpu: ['arm64'],
      os: ['darwin'],
      optional: true,
    });
  });
});

describe('entryFor', () => {
  it('takes what the registry knows and leaves its address out', () => {
    const manifest = {
      version: '2.0.1',
      os: ['win32'],
      cpu: ['x64'],
      license: 'MIT',
      dist: { integrity: 'sha512-x', tarball: 'https://registry.example/t.tgz' },
    };
    expect(entryFor({ name: 't-win32-x64', range: '^2.0.0', dev: true }, () => manifest)).toEqual({
      version: '2.0.1',
      integrity: 'sha512-x',
      cpu: ['x64'],
      license: 'MIT',
      os: ['win32'],
      dev: true,
      optional: true,
    });
  });

  it('refuses a package of which nothing is known', () => {
    const plain = { name: 'plain', range: '1.0.0', dev: false };
    expect(() => entryFor(plain, () => undefined)).toThrow('neither the registry nor its name');
  });
});

describe('withIntegrity', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', optional: true },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
    'node_modules/known': { version: '3.0.0', integrity: 'sha512-known' },
  };
  const manifests: Readonly<Record<string, Record<string, unknown>>> = {
    '@b/c@2.0.0': { license: 'MIT', dist: { integrity: 'sha512-new' } },
    'known@3.0.0': { dist: { integrity: 'sha512-other' } },
  };

  it('adds what the registry gives, and changes nothing else', () => {
    expect(withIntegrity({ packages }, (spec) => manifests[spec]).packages).toEqual({
      ...packages,
      'node_modules/a/node_modules/@b/c': {
        version: '2.0.0',
        integrity: 'sha512-new',
        license: 'MIT',
      },
    });
  });
});

describe('platformOf', () => {
  it.each([
    ['@next/swc-win32-arm64-msvc', { cpu: ['arm64'], os: ['win32'] }],
    ['@x/y-linux-x64-musl', { cpu: ['x64'], libc: ['musl'], os: ['linux'] }],
    ['@x/y-linux-arm-gnueabihf', { cpu: ['arm'], os: ['linux'] }],
    ['@x/y-wasm32-wasi', { cpu: ['wasm32'] }],
  ])('reads %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});
