import { describe, expect, it } from 'vitest';
import { judge, sum, tallyPlaywright, tallyVitest } from './tally';

const file = (name: string, status: string, ...tests: readonly string[]) => ({
  name,
  status,
  message: tests.length === 0 ? 'SyntaxError: no such export\n  at line 3' : '',
  assertionResults: tests.map((test, at) => ({
    status: test,
    fullName: `adds ${at}`,
    failureMessages: test === 'failed' ? ['expected 1 to be 2\n  at line 7'] : [],
  })),
});

describe('tallyVitest', () => {
  it('counts tests, and names what failed: a test, or a file that did not load', () => {
    const report = {
      numPassedTests: 3,
      testResults: [
        file('a.test.ts', 'passed', 'passed', 'passed'),
        file('b.test.ts', 'failed', 'passed', 'failed'),
        file('c.test.ts', 'failed'),
      ],
    };
    expect(tallyVitest(report)).toEqual({
      passed: 3,
      failures: ['b.test.ts: adds 1: expected 1 to be 2', 'c.test.ts: SyntaxError: no such export'],
    });
  });
});

describe('tallyPlaywright', () => {
  it('counts tests, flaky ones as passed, and errors outside of tests', () => {
    const spec = (line: number, status: string) => ({
      title: 'opens',
      file: 'a.spec.ts',
      line,
      tests: [{ status }],
    });
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 9 },
      errors: [{ message: 'no server\n  at line 1' }],
      suites: [{ specs: [spec(3, 'flaky')], suites: [{ specs: [spec(9, 'unexpected')] }] }],
    };
    expect(tallyPlaywright(report)).toEqual({
      passed: 6,
      failures: ['e2e/a.spec.ts:9: opens', 'outside of the browser tests: no server'],
    });
  });
});

describe('judge', () => {
  it('lets a suite be as it counted', () => {
    const failed = { passed: 2, failures: ['a.test.ts: adds'] };
    expect(judge('unit', { passed: 2, failures: [] }, 0)).toEqual({ passed: 2, failures: [] });
    expect(judge('unit', failed, 1)).toEqual(failed);
  });

  it('fails a suite that ran nothing, left no report or exited badly', () => {
    const ranNothing = ['unit: no test ran (exit code 0)'];
    expect(judge('unit', { passed: 0, failures: [] }, 0).failures).toEqual(ranNothing);
    expect(judge('unit', undefined, 0).failures).toEqual(ranNothing);
    expect(judge('unit', { passed: 2, failures: [] }, 1)).toEqual({
      passed: 2,
      failures: ['unit: every test passed, and the program failed (exit code 1)'],
    });
  });
});

describe('sum', () => {
  it('adds suites up', () => {
    const tallies = [
      { passed: 1, failures: ['a'] },
      { passed: 10, failures: ['b', 'c'] },
    ];
    expect(sum(tallies)).toEqual({ passed: 11, failures: ['a', 'b', 'c'] });
  });
});
