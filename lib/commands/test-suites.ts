import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser';
import { ensureBuilt } from './prepare.mjs';
import { findPostgres, startPostgres } from './postgres-server.mjs';
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

/** The server of all tests on PostgreSQL; undefined where it is not installed, which CI does not allow. */
async function postgres(): Promise<{ readonly stop: () => Promise<void>; readonly tally: Tally }> {
  const without = (failed: number) => ({
    stop: () => Promise.resolve(),
    tally: { passed: 0, failed },
  });
  if (findPostgres() === undefined && process.env['HIGHWATER_REQUIRE_POSTGRESQL'] === undefined) {
    console.log(
      'Skipped: the tests on PostgreSQL (unit project "postgresql", e2e/postgresql.spec.ts); install the package postgresql to run them.',
    );
    return without(0);
  }
  let stop = (): Promise<void> => Promise.resolve();
  const tally = await step(async () => {
    const server = await startPostgres();
    process.env['HIGHWATER_TEST_POSTGRESQL'] = server.url;
    stop = server.stop;
  });
  return { stop, tally };
}

const unit = ['run', '--reporter=dot', '--reporter=json'];
const server = await postgres();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ends this process in order, which ends the server.
  process.once(signal, () => process.exit(1));
}
const tallies = [
  server.tally,
  await types('types', ['--noEmit', '--incremental', 'false']),
  await types('types of the core', ['-p', 'tsconfig.core.json']),
  await suite('unit', 'vitest/vitest.mjs', unit, tallyVitest),
  await browserTests(),
];
await server.stop();
rmSync(reports, { recursive: true, force: true });
const { passed, failed } = sum(tallies);
process.exitCode = failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
