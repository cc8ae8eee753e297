import { expect, it } from 'vitest';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { emptyResults, putTotals } from '@/lib/tuning/sweep/sweep-results';
import { resultHead, resultText } from './result-rows';
import { tuned } from './testing/tuned-session';

const plan: SweepPlan = {
  columns: [
    { policy: 'a', settings: {}, axes: [{ setting: 'cap', values: [5] }], sample: null },
    { policy: 'b', settings: {}, axes: [{ setting: 'window', values: [100] }], sample: null },
  ],
  limit: null,
};
const cells = [
  { column: 0, values: [5] },
  { column: 1, values: [100] },
];
const sessions = [tuned('one', { name: '=1+1' })];
const [
  {
    facts: { agent, model, hash },
  },
] = sessions as [ReturnType<typeof tuned>];
const about = [agent, model, hash];

function results() {
  const own = emptyResults(1, 2);
  putTotals(own, 0, 0, {
    ...{ compactions: 2, passes: 3, overflowSteps: 1, firstOverflow: 7, loop: false },
    ...{ sent: 1_000, unused: 20 },
  });
  return own;
}

it('writes a line for each computed cell, with the settings of all policies as columns', () => {
  expect(resultHead('CSV', plan)).toBe(
    'session,name,agent,model,hash,generated,steps,policy,settings,cap,window,compactions,passes,overflowSteps,firstOverflow,loop,sentTokens,unusedTokens\r\n',
  );
  // A spreadsheet would run the name as a formula.
  expect(resultText('CSV', { plan, sessions, cells, results: results() })).toBe(
    `one,'=1+1,${about.join(',')},false,10,a,{},5,,2,3,1,7,false,1000,20\r\n`,
  );
});

it('writes one object a line', () => {
  expect(resultHead('NDJSON', plan)).toBe('');
  const text = resultText('NDJSON', { plan, sessions, cells, results: results() });
  expect(text.endsWith('\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    ...{ session: 'one', name: '=1+1', agent, model, hash, generated: false, steps: 10 },
    ...{ policy: 'a', settings: {}, values: { cap: 5 }, compactions: 2, passes: 3 },
    ...{ overflowSteps: 1, firstOverflow: 7, loop: false, sentTokens: 1_000, unusedTokens: 20 },
  });
});

it('writes figures that were computed in a column with their unit', () => {
  const figures = {
    first: 1,
    results: {
      ...{ figures: ['cost'] as const, sessions: 1, cells: 3 },
      values: [Float64Array.of(9, 1.5, NaN)],
    },
  };
  expect(resultHead('CSV', plan, ['cost'])).toContain(',unusedTokens,costUsd\r\n');
  const text = resultText('CSV', { plan, sessions, cells, results: results(), figures });
  expect(text.trimEnd().endsWith(',20,1.5')).toBe(true);
  const line = resultText('NDJSON', { plan, sessions, cells, results: results(), figures });
  expect(JSON.parse(line)).toMatchObject({ costUsd: 1.5 });
});
