/**
 * Compares every packed file again and writes what came of it into the table that pages and README show:
 * `node --import tsx lib/cli/conformance/own-files/write-results.ts`, after a driver has written new sessions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '@/lib/server/project.mjs';
import { compareFiles, differenceText } from './compare-files';
import { ownFilePaths, readOwnFiles } from './own-case';
import { ownFilesTable, withTable } from './results-table';

const results = [];
for (const file of ownFilePaths(inProject('.'))) {
  const { result, cases } = await compareFiles(readOwnFiles(file));
  results.push(result);
  for (const one of cases)
    if (one.differences.length > 0) console.log(result.policy, differenceText(one));
}
const table = inProject('lib/answers/report/systems/own-files.json');
writeFileSync(table, `${JSON.stringify(results, null, 2)}\n`);
const readme = inProject('README.md');
writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), ownFilesTable(results)));
