import * as z from 'zod';

/** What a suite counted. */
export interface Tally {
  readonly passed: number;
  /** A line for each failure: where it is, and the first line of what it says. */
  readonly failures: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string() })),
});

interface PlaywrightSuite {
  readonly specs: readonly z.infer<typeof playwrightSpec>[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec), suites: z.array(playwrightSuite).optional() }),
);

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(playwrightSuite),
});

const firstLine = (text: string | undefined): string => text?.split('\n', 1)[0] ?? '';

/**
 * Counts Vitest's JSON report. A file that failed without a failed test (it did not load) counts as
 * one failure.
 */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, testResults } = vitestReport.parse(report);
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`];
    return failed.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return { passed: numPassedTests, failures };
}

/** Counts Playwright's JSON report. A flaky test passed; an error outside of tests is a failure. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = playwrightReport.parse(report);
  const failed = suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) => {
    const unexpected = tests.filter(({ status }) => status === 'unexpected');
    return unexpected.map(() => `e2e/${file}:${line}: ${title}`);
  });
  const outside = errors.map(
    ({ message }) => `outside of the browser tests: ${firstLine(message)}`,
  );
  return { passed: stats.expected + stats.flaky, failures: [...failed, ...outside] };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * A suite that ran nothing has failed, and so has one whose program failed without saying where.
 * @param name - The suite's, for the line of such a failure.
 */
export function judge(name: string, tally: Tally | undefined, exitCode: number): Tally {
  const { passed, failures } = tally ?? { passed: 0, failures: [] };
  const silent = failures.length === 0 && (passed === 0 || exitCode !== 0);
  if (!silent) return { passed, failures };
  const cause = passed === 0 ? 'no test ran' : 'every test passed, and the program failed';
  return { passed, failures: [`${name}: ${cause} (exit code ${exitCode})`] };
}

/** Adds suites up. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}
