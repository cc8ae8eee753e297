/** One formatter for each kind of figure: no other file rounds a number for readers, or writes a factor. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What writes numbers for programs to read: source code of other systems, links, statements. */
const FOR_PROGRAMS = new Set([
  'lib/policies/contextguard/options.ts',
  'lib/policies/inspect/options.ts',
  'lib/engine/replay/faults/faults.ts',
  'lib/server/db/connection/dialect.ts',
]);

const FORMATTERS = new Set(['lib/engine/base/format.ts', 'lib/engine/base/round-to.ts']);

const files = ['app', 'components', 'lib']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter(
    (file) =>
      /(?<!\.(test|traces|long))\.tsx?$/.test(file) &&
      !/^lib\/(tools|conformance)\//.test(file) &&
      !FORMATTERS.has(file) &&
      !FOR_PROGRAMS.has(file),
  );

const holding = (pattern: RegExp): readonly string[] =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8')));

it('looks at the files that speak to readers', () => {
  expect(files.length).toBeGreaterThan(1_000);
});

it('rounds no number outside of the formatters', () => {
  expect(holding(/\.toFixed\(|\.toPrecision\(/)).toEqual([]);
});

it('writes no factor, share or dollars by hand', () => {
  expect(holding(/\}×/)).toEqual([]);
  expect(holding(/\* 100\)?\} %/)).toEqual([]);
  expect(holding(/\$\$\{/)).toEqual([]);
});
