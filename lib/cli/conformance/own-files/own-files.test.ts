/** Sessions that programs wrote themselves, against what their model server saw: n of m stays, or grows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFileCauses, ownFileResults } from '@/lib/answers/report/systems/own-files';
import { inProject } from '@/lib/server/project.mjs';
import { compareFiles, differenceText } from './compare-files';
import { ownFilePaths, readOwnFiles } from './own-case';
import { ownFilesTable, withTable } from './results-table';

const files = ownFilePaths(inProject('.'));

describe.each(files.map((file) => [path.basename(path.dirname(file)), file] as const))(
  'sessions of %s',
  (_, file) => {
    it('are reproduced as often as the table says', async () => {
      const { result, cases } = await compareFiles(readOwnFiles(file));
      const differing = cases.filter(({ differences }) => differences.length > 0);
      const known = ownFileResults.find(({ policy }) => policy === result.policy);
      expect(result, differing.map(differenceText).join('\n')).toEqual(known);
      // They count for the badge of the policy's newest version, so none may open under another.
      expect([...new Set(cases.map(({ preset }) => preset))]).toEqual([null]);
      const kinds = new Set(differing.map(({ kind }) => kind));
      expect(Object.keys(ownFileCauses[result.policy] ?? {}).toSorted()).toEqual(
        [...kinds].toSorted(),
      );
    });
  },
);

it('has a row for every packed file and no other, in README too', () => {
  expect(ownFileResults).toHaveLength(files.length);
  const readme = readFileSync(inProject('README.md'), 'utf8');
  expect(withTable(readme, ownFilesTable(ownFileResults))).toBe(readme);
});
