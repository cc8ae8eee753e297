import * as z from 'zod';

/** Counts of a suite's tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/**
 * Counts Vitest's JSON report. A file that failed without a failed test (it did not load) counts as
 * one failure.
 */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report);
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Counts Playwright's JSON report. A flaky test passed; an error outside of tests is a failure. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors } = playwrightReport.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** A suite that ran nothing has failed, and so has one whose program failed without saying where. */
export function judge(tally: Tally | undefined, exitCode: number): Tally {
  const { passed, failed } = tally ?? { passed: 0, failed: 0 };
  const silent = failed === 0 && (passed === 0 || exitCode !== 0);
  return { passed, failed: silent ? 1 : failed };
}

/** Adds suites up. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  );
}
