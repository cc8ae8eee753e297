import { expect, it } from 'vitest';
import { inputKeys } from './input-keys';

const files: Readonly<Record<string, string>> = {
  'lib/engine/base/sum.ts': 'export const sum = 1;',
  'lib/engine/base/mean.ts': "import { sum } from './sum';",
  'lib/answers/report/rows.ts':
    "import { mean } from '@/lib/engine/base/mean';\nimport type { X } from './index';",
  'lib/answers/report/index.ts': "import { rows } from './rows';",
  'lib/answers/report/rows.test.ts': "import { rows } from '@/lib/answers/report';",
  'lib/server/start.mjs': "await import('./main.ts');",
  'lib/server/main.ts': '',
  'lib/server/process.test.ts': "spawn(path.join(root, 'lib/server/start.mjs'));",
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
  expect(changedBy({ 'lib/engine/base/sum.ts': 'export const sum = 2;' })).toEqual([
    'lib/engine/base/sum.ts',
    'lib/engine/base/mean.ts',
    'lib/answers/report/rows.ts',
    'lib/answers/report/index.ts',
    'lib/answers/report/rows.test.ts',
  ]);
  expect(changedBy({ 'lib/answers/report/rows.test.ts': '' })).toEqual([
    'lib/answers/report/rows.test.ts',
  ]);
});

it('sees the programs that a test starts', () => {
  expect(changedBy({ 'lib/server/main.ts': 'x' })).toEqual([
    'lib/server/start.mjs',
    'lib/server/main.ts',
    'lib/server/process.test.ts',
  ]);
});

it('changes every key with the settings', () => {
  const before = keys();
  expect([...keys({}, 'other')].every(([file, key]) => before.get(file) !== key)).toBe(true);
});
