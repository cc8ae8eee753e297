import { expect, it } from 'vitest';
import type { SweepColumn } from './plan';
import { planFault } from './plan-fault';

const good: SweepColumn = {
  policy: 'contextguard-threshold',
  settings: { attempts: 2 },
  axes: [
    { setting: 'window', values: [150_000, 200_000] },
    { setting: 'cap', values: [1.5, 5] },
  ],
  sample: null,
};

const faultOf = (column: Partial<SweepColumn>) =>
  planFault({ columns: [good, { ...good, ...column }], limit: null });

it('finds nothing to blame in a good plan', () => {
  expect(planFault({ columns: [good], limit: null })).toBeNull();
});

it('names the policy, setting or value that is wrong', () => {
  expect(faultOf({ policy: 'nobody' })).toEqual({
    at: 'columns.1.policy',
    message: 'There is no policy "nobody".',
  });
  expect(faultOf({ settings: { speed: 1 } })).toEqual({
    at: 'columns.1.settings.speed',
    message: 'contextguard-threshold has no setting "speed".',
  });
  expect(faultOf({ settings: { attempts: -1 } })?.at).toBe('columns.1.settings.attempts');
  const axis = (setting: string, values: number[]) => faultOf({ axes: [{ setting, values }] });
  expect(axis('speed', [1])?.message).toBe('contextguard-threshold has no setting "speed".');
  expect(axis('summary', [1])?.message).toBe('"summary" is no number: it is not varied.');
  expect(axis('window', [150_000.5])?.message).toContain(
    '"window" is 150000.5, but must be a whole',
  );
  expect(axis('cap', [-1])?.message).toContain('"cap" is -1, but must be from');
  const twice = { setting: 'cap', values: [2] };
  expect(faultOf({ axes: [twice, twice] })).toEqual({
    at: 'columns.1.axes.1',
    message: '"cap" is varied twice.',
  });
});
