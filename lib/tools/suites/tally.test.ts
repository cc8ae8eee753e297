import { describe, expect, it } from 'vitest';
import { judge, sum, tallyPlaywright, tallyVitest } from './tally';

const file = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('tallyVitest', () => {
  it('counts tests, and files that did not load', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        file('passed', 'passed', 'passed'),
        file('failed', 'failed', 'passed'),
        file('failed'),
      ],
    };
    expect(tallyVitest(report)).toEqual({ passed: 3, failed: 2 });
  });
});

describe('tallyPlaywright', () => {
  it('counts tests, flaky ones as passed, and errors outside of tests', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 9 };
    expect(tallyPlaywright({ stats, errors: [] })).toEqual({ passed: 6, failed: 1 });
    expect(tallyPlaywright({ stats, errors: [{ message: 'no server' }] }).failed).toBe(2);
  });
});

describe('judge', () => {
  it('lets a suite be as it counted', () => {
    expect(judge({ passed: 2, failed: 0 }, 0)).toEqual({ passed: 2, failed: 0 });
    expect(judge({ passed: 2, failed: 3 }, 1)).toEqual({ passed: 2, failed: 3 });
  });

  it('fails a suite that ran nothing, left no report or exited badly', () => {
    expect(judge({ passed: 0, failed: 0 }, 0).failed).toBe(1);
    expect(judge(undefined, 0).failed).toBe(1);
    expect(judge({ passed: 2, failed: 0 }, 1)).toEqual({ passed: 2, failed: 1 });
  });
});

describe('sum', () => {
  it('adds suites up', () => {
    expect(
      sum([
        { passed: 1, failed: 2 },
        { passed: 10, failed: 20 },
      ]),
    ).toEqual({
      passed: 11,
      failed: 22,
    });
  });
});
