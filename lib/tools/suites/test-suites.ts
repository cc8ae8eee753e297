/**
 * The suites of `npm test` and, with `--long`, of `npm run test:long`, where `--full` leaves nothing out
 * for want of time. Words choose the files whose path holds one of them. The last lines name what failed;
 * the very last is "N passed, N failed".
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, filesUnder, quietEnvironment, runInstalled } from '@/lib/server/project.mjs';
import { ensureBrowser } from '../browser';
import { ensureBuilt } from '../prepare.mjs';
import { findPostgres, startPostgres } from '../postgres-server.mjs';
import { judge, sum, type Tally, tallyPlaywright, tallyVitest } from './tally';
import { typeChecks } from './type-checks';

const NOTHING: Tally = { passed: 0, failures: [] };

const { values, positionals: words } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const reports = mkdtempSync(path.join(tmpdir(), 'highwater-test-'));
const start = Date.now();
const seconds = (): string => `${((Date.now() - start) / 1_000).toFixed(0)} s`;

/** Runs a test program whose JSON report goes to a file, and counts it. */
async function suite(
  name: string,
  script: string,
  args: readonly string[],
  count: (report: unknown) => Tally,
): Promise<Tally> {
  console.log(`\n── ${name} (after ${seconds()})`);
  const report = path.join(reports, `${name}.json`);
  const env = { ...quietEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const place = script.startsWith('vitest') ? [`--outputFile.json=${report}`] : [];
  const { code } = await runInstalled(script, [...args, ...place], { show: true, env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return judge(name, counted, code);
}

const vitest = (name: string, ...args: readonly string[]): Promise<Tally> =>
  suite(
    name,
    'vitest/vitest.mjs',
    ['run', '--reporter=dot', '--reporter=json', ...args],
    tallyVitest,
  );

/** The browser tests of the words; all of them without any. */
const browserTests = (): Promise<Tally> =>
  suite(
    'browser',
    '@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...(words.length > 0 ? ['--no-deps', ...words] : [])],
    tallyPlaywright,
  );

/** Checks the types of one program after the other; each counts as one test. */
async function types(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const [name, args] of typeChecks()) {
    const { code, output } = await runInstalled('typescript/bin/tsc', args);
    console.log(`\n── ${name} (until ${seconds()})\n${output || 'right'}`);
    tallies.push(code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name] });
  }
  return sum(tallies);
}

/** Does a step that tests need; its failure counts as one and is said in a sentence. */
async function step(work: () => Promise<void>): Promise<Tally> {
  try {
    await work();
    return NOTHING;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    return { passed: 0, failures: [error.message] };
  }
}

/** The server of all tests on PostgreSQL; undefined where it is not installed, which CI does not allow. */
async function postgres(): Promise<{ readonly stop: () => Promise<void>; readonly tally: Tally }> {
  let stop = (): Promise<void> => Promise.resolve();
  if (findPostgres() === undefined && process.env['HIGHWATER_REQUIRE_POSTGRESQL'] === undefined) {
    console.log(
      'Skipped: the tests on PostgreSQL (project "postgresql", e2e/postgresql.spec.ts); install the package postgresql to run them.',
    );
    return { stop, tally: NOTHING };
  }
  const tally = await step(async () => {
    const server = await startPostgres();
    process.env['HIGHWATER_TEST_POSTGRESQL'] = server.url;
    stop = server.stop;
  });
  return { stop, tally };
}

/** The build of all suites, so that the test of the package needs no other one. */
const build = (): Promise<void> => ensureBuilt({ traced: true });

/** Everything. A build writes types that the compiler reads, so the two do not run at once. */
async function everything(): Promise<readonly Tally[]> {
  const built = await step(async () => {
    await ensureBrowser();
    await build();
  });
  const [checked, unit] = await Promise.all([types(), vitest('unit')]);
  return [checked, built, unit, built.failures.length > 0 ? NOTHING : await browserTests()];
}

/** The files that the words choose. */
async function chosen(): Promise<readonly Tally[]> {
  const files = ['app', 'components', 'e2e', 'lib', 'prisma', 'proxy.test.ts']
    .flatMap(filesUnder)
    .filter((file) => words.some((word) => file.includes(word)));
  const unit = files.some((file) => /\.test\.tsx?$/.test(file));
  const browser = files.some((file) => file.endsWith('.spec.ts'));
  if (!unit && !browser) throw new CommandError(`No test has ${words.join(' or ')} in its path.`);
  return [
    unit ? await vitest('unit', ...words) : NOTHING,
    browser ? await browserTests() : NOTHING,
  ];
}

/** The endurance tests, on cases that are drawn anew each time: as many as each part's time holds. */
async function endurance(): Promise<readonly Tally[]> {
  if (values.full) process.env['HIGHWATER_TEST_FULL'] = '1';
  const seed = (process.env['HIGHWATER_SEED'] ??= String(randomInt(2 ** 31)));
  const built = await step(build);
  const tally = await vitest('endurance', '--config', 'vitest.long.config.ts', ...words);
  console.log(`\nSeed ${seed}: HIGHWATER_SEED=${seed} npm run test:long draws the same cases.`);
  return [built, tally];
}

const server = await postgres();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ends this process in order, which ends the server.
  process.once(signal, () => process.exit(1));
}
const tallies: Tally[] = [server.tally];
tallies.push(
  await step(async () => {
    const run = values.long ? endurance : words.length > 0 ? chosen : everything;
    tallies.push(...(await run()));
  }),
);
await server.stop();
rmSync(reports, { recursive: true, force: true });
const { passed, failures } = sum(tallies);
process.exitCode = failures.length === 0 ? 0 : 1;
console.log(['', ...failures, `${passed} passed, ${failures.length} failed`].join('\n'));
