import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser';
import { ensureBuilt } from './prepare.mjs';
import { CommandError, quietEnvironment, runInstalled } from './project.mjs';
import { judge, sum, type Tally, tallyPlaywright, tallyVitest } from './tally';

const reports = mkdtempSync(path.join(tmpdir(), 'highwater-test-'));

/** Runs a test program whose JSON report goes to a file, and counts it. */
async function suite(
  name: string,
  script: string,
  args: readonly string[],
  count: (report: unknown) => Tally,
): Promise<Tally> {
  console.log(`\n── ${name}`);
  const report = path.join(reports, `${name}.json`);
  const env = {
    ...quietEnvironment(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const place = script.startsWith('vitest') ? [`--outputFile.json=${report}`] : [];
  const { code } = await runInstalled(script, [...args, ...place], { show: true, env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return judge(counted, code);
}

/** Checks the types of one program; counts as one test. */
async function types(name: string, args: readonly string[]): Promise<Tally> {
  console.log(`\n── ${name}`);
  const { code } = await runInstalled('typescript/bin/tsc', args, { show: true });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Does a step that the browser tests need; its failure counts as one and is said in a sentence. */
async function step(work: () => Promise<void>): Promise<Tally> {
  try {
    await work();
    return { passed: 0, failed: 0 };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

async function browserTests(): Promise<Tally> {
  const ready = await step(async () => {
    await ensureBrowser();
    await ensureBuilt();
  });
  if (ready.failed > 0) return ready;
  return suite(
    'browser',
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json'],
    tallyPlaywright,
  );
}

const unit = ['run', '--reporter=dot', '--reporter=json'];
const tallies = [
  await types('types', ['--noEmit', '--incremental', 'false']),
  await types('types of the core', ['-p', 'tsconfig.core.json']),
  await suite('unit', 'vitest/vitest.mjs', unit, tallyVitest),
  await browserTests(),
];
rmSync(reports, { recursive: true, force: true });
const { passed, failed } = sum(tallies);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
