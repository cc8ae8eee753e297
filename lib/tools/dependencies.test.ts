import { describe, expect, it } from 'vitest';
import { dependencyFaults, integrityFaults, licenceFaults } from './dependencies';

const sha = 'sha512-abc';
const faults = (packages: Parameters<typeof licenceFaults>[0]['packages']): readonly string[] =>
  licenceFaults({ packages: { '': { license: 'none' }, ...packages } }, () => null);

describe('this project’s dependencies', () => {
  it('have allowed licences and checked contents', () => {
    expect(dependencyFaults()).toEqual([]);
  });
});

describe('a planted licence', () => {
  it.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'UNLICENSED',
    'SEE LICENSE IN x',
    'MIT AND GPL-2.0',
    'mit or later',
  ])('%s is found', (license) => {
    expect(faults({ 'node_modules/@evil/x': { version: '1.0.0', license } })).toEqual([
      `@evil/x@1.0.0 has the licence ${license}, which is not on the list.`,
    ]);
  });

  it.each([
    'MIT',
    'Apache-2.0',
    '(MIT OR GPL-3.0)',
    'GPL-3.0 OR MIT',
    'MIT AND ISC',
    'MIT and ISC',
  ])('%s is allowed', (license) => {
    expect(faults({ 'node_modules/x': { version: '1.0.0', license } })).toEqual([]);
  });

  it('of a package that was looked at is allowed to no other', () => {
    const license = 'MPL-2.0';
    expect(faults({ 'node_modules/lightningcss-linux-x64-gnu': { license } })).toEqual([]);
    expect(faults({ 'node_modules/lightning': { version: '2.0.0', license } })).toHaveLength(1);
  });

  it('that is not there is found, nested or not', () => {
    const nested = { 'node_modules/a/node_modules/x': { version: '2.0.0' } };
    expect(faults(nested)).toEqual(['x@2.0.0 states no licence.']);
  });

  it('is read from the installed package, else from the one it is a part of', () => {
    const packages = {
      'node_modules/whole': { license: 'MIT', optionalDependencies: { 'whole-win32': '1.0.0' } },
      'node_modules/whole-win32': { version: '1.0.0', optional: true },
    };
    expect(faults(packages)).toEqual([]);
    const bare = { packages: { 'node_modules/x': { version: '1.0.0' } } };
    expect(licenceFaults(bare, () => 'ISC')).toEqual([]);
    expect(licenceFaults(bare, () => 'GPL-2.0')).toHaveLength(1);
  });
});

describe('a planted entry without integrity', () => {
  const found = (packages: Parameters<typeof integrityFaults>[0]['packages']) =>
    integrityFaults({ packages: { '': {}, ...packages } });

  it('is found by name', () => {
    expect(found({ 'node_modules/x': { version: '1.0.0' } })).toEqual([
      expect.stringMatching(/^x@1\.0\.0 has no integrity/),
    ]);
    expect(found({ 'node_modules/x': { version: '1.0.0', integrity: sha } })).toEqual([]);
  });

  it('may be one that the registry lacks, if it is optional', () => {
    const place = 'node_modules/@next/swc-win32-x64-msvc';
    expect(found({ [place]: { version: '1.0.0', optional: true } })).toEqual([]);
    expect(found({ [place]: { version: '1.0.0' } })).toHaveLength(1);
  });
});
