import fc from 'fast-check';
import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { yamlText } from './yaml-text';

it('writes nested data a line each', () => {
  const value = {
    version: 1,
    policy: 'contextguard-threshold',
    settings: { window: 200_000, cap: 7.5, sizes: 'team 2026-11' },
    sessions: [
      { name: 'yes', fires: [3, 9] },
      { name: 'a: b', fires: [] },
    ],
    left: undefined,
    none: null,
  };
  expect(yamlText(value)).toBe(
    [
      'version: 1',
      'policy: contextguard-threshold',
      'settings:',
      '  window: 200000',
      '  cap: 7.5',
      '  sizes: team 2026-11',
      'sessions:',
      '  - name: "yes"',
      '    fires:',
      '      - 3',
      '      - 9',
      '  - name: "a: b"',
      '    fires: []',
      'none: null',
      '',
    ].join('\n'),
  );
});

it('is read again as what was written', () => {
  const data = fc.jsonValue({ maxDepth: 4 });
  const words = fc.constantFrom(
    'true',
    'No',
    '~',
    '1e3',
    '0x1f',
    '-',
    '# a',
    '<<',
    'a b',
    ' a',
    '',
  );
  const odd = fc.string({ unit: 'binary' });
  const any = fc.oneof(data, fc.dictionary(fc.oneof(words, odd), fc.oneof(data, words, odd)));
  fc.assert(
    fc.property(any, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(parse(yamlText(value))).toEqual(plain);
    }),
    { numRuns: 1_000, seed: 13 },
  );
});
