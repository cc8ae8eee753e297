import { expect, it } from 'vitest';
import { inputKeys } from './input-keys';

const files: Readonly<Record<string, string>> = {
  'lib/base/sum.ts': 'export const sum = 1;',
  'lib/base/mean.ts': "import { sum } from './sum';",
  'lib/report/rows.ts':
    "import { mean } from '@/lib/base/mean';\nimport type { X } from './index';",
  'lib/report/index.ts': "import { rows } from './rows';",
  'lib/report/rows.test.ts': "import { rows } from '@/lib/report';",
  'lib/host/start.mjs': "await import('./main.ts');",
  'lib/host/main.ts': '',
  'lib/host/process.test.ts': "spawn(path.join(root, 'lib/host/start.mjs'));",
};

const keys = (change: Readonly<Record<string, string>> = {}, settings = '') => {
  const changed = Object.entries({ ...files, ...change });
  return inputKeys(
    changed.map(([path, text]) => ({ path, text })),
    settings,
  );
};

/** The files whose key is another one after a change. */
function changedBy(change: Readonly<Record<string, string>>): readonly string[] {
  const before = keys();
  return [...keys(change)].filter(([file, key]) => before.get(file) !== key).map(([file]) => file);
}

it('changes the key of a file and of all that import it, also in a circle', () => {
  expect(changedBy({ 'lib/base/sum.ts': 'export const sum = 2;' })).toEqual([
    'lib/base/sum.ts',
    'lib/base/mean.ts',
    'lib/report/rows.ts',
    'lib/report/index.ts',
    'lib/report/rows.test.ts',
  ]);
  expect(changedBy({ 'lib/report/rows.test.ts': '' })).toEqual(['lib/report/rows.test.ts']);
});

it('sees the programs that a test starts', () => {
  expect(changedBy({ 'lib/host/main.ts': 'x' })).toEqual([
    'lib/host/start.mjs',
    'lib/host/main.ts',
    'lib/host/process.test.ts',
  ]);
});

it('changes every key with the settings', () => {
  const before = keys();
  expect([...keys({}, 'other')].every(([file, key]) => before.get(file) !== key)).toBe(true);
});
