/**
 * The checks of `npm run check`. Each looks again at what changed since it last passed; with `--all`
 * at everything.
 */
import { parseArgs } from 'node:util';
import { runInstalled } from '@/lib/server/project.mjs';
import { dependencyFaults } from '../dependencies';
import { changedSince, type Keys, lintKeys, notePassed, testKeys } from './passed';
import { typeChecks } from './type-checks';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const start = Date.now();
const failed: string[] = [];

/** More files than this are linted as a whole: a command line has an end. */
const MOST_NAMED = 200;

/** Runs a program and says how it went; what it printed is shown where it failed. */
async function check(name: string, script: string, args: readonly string[]): Promise<boolean> {
  const { code, output } = await runInstalled(script, args);
  const seconds = ((Date.now() - start) / 1_000).toFixed(0);
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'failed'} (until ${seconds} s)`);
  if (code !== 0) {
    console.log(output);
    failed.push(name);
  }
  return code === 0;
}

/** Runs a check on the files that need it. */
async function checkChanged(
  name: string,
  keys: Keys,
  run: (files: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const files = values.all ? [...keys.keys()] : changedSince(name, keys);
  if (files.length === 0) console.log(`── ${name}: nothing changed since it passed`);
  else if (await run(files)) notePassed(name, keys);
}

async function formatAndLint(): Promise<void> {
  const cached = values.all ? [] : ['--cache', '--cache-strategy', 'content'];
  const format = ['--check', '--log-level=warn', ...cached, '.'];
  await check('format', 'prettier/bin/prettier.cjs', format);
  await checkChanged('lint', lintKeys(), (files) => {
    const places = files.length > MOST_NAMED ? ['.'] : ['--no-warn-ignored', ...files];
    const name = `lint of ${files.length} files`;
    return check(name, 'eslint/bin/eslint.js', ['--max-warnings=0', ...places]);
  });
}

async function types(): Promise<void> {
  for (const [name, args] of typeChecks({ anew: values.all })) {
    await check(name, 'typescript/bin/tsc', args);
  }
}

/** Licences and checksums of what is installed. */
function dependencies(): void {
  const faults = dependencyFaults();
  console.log(`── dependencies: ${faults.length === 0 ? 'passed' : 'failed'}`);
  if (faults.length === 0) return;
  console.log(faults.join('\n'));
  failed.push('dependencies');
}

const tests = (): Promise<void> =>
  checkChanged('tests', testKeys(), (files) => {
    const places = values.all ? [] : files;
    return check(`${files.length} test files`, 'vitest/vitest.mjs', ['run', ...places]);
  });

dependencies();
await Promise.all([formatAndLint(), types()]);
await tests();
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
