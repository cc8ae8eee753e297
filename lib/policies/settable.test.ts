import { expect, test } from 'vitest';
import { policies } from '@/lib/policies/registry';
import { settingFields } from '@/lib/engine/policy/fields';
import { adviceOn } from '@/lib/engine/policy/help/advice';
import { settingFormula, settingOrigin } from './settable';
import type { Policy } from '@/lib/engine/policy/policy';

const originOf = (id: string, key: string) => {
  const policy = policies.find((one) => one.id === id) as Policy;
  const field = settingFields(policy).find((one) => one.key === key);
  return settingOrigin(policy, field!, policy.settings.parse({}) as Record<string, unknown>);
};

test('ContextGuard’s window is an option, its cap a constant', () => {
  expect(originOf('contextguard-threshold', 'window')).toEqual({ kind: 'setting', text: 'Go' });
  expect(originOf('contextguard-threshold', 'cap')).toEqual({
    kind: 'patch',
    text: 'plugin/contextguard/contextguard.go',
  });
  expect(originOf('contextguard-threshold', 'resetCalibration').kind).toBe('fixed');
});

test('a policy of Highwater’s own is set nowhere else, nor what a replay assumes', () => {
  expect(originOf('anchor-delta', 'window')).toEqual({
    kind: 'assumed',
    text: 'A policy of Highwater’s: no system has this setting',
  });
  expect(originOf('codex', 'summaryBytes').text).toBe(
    'No setting of the system: how Highwater replays it',
  );
});

test('every setting of every policy says what it does', () => {
  const silent = policies.flatMap((policy) =>
    settingFields(policy)
      .filter(({ description = '' }) => description.length < 5)
      .map(({ key }) => `${policy.id}: ${key}`),
  );
  expect(silent).toEqual([]);
});

test('every setting of every policy says when to move it', () => {
  const silent = policies.flatMap((policy) =>
    settingFields(policy)
      .filter((field) => (adviceOn(field) ?? '').length < 10)
      .map(({ key }) => `${policy.id}: ${key}`),
  );
  expect(silent).toEqual([]);
});

test('what moves a threshold of tokens has a formula, which names it', () => {
  const without = policies.flatMap((policy) => {
    const { decision } = policy;
    const now = policy.settings.parse({}) as Record<string, unknown>;
    if (decision?.unit !== 'tokens' || decision.threshold(now, 0) === Infinity) return [];
    return decision
      .path(now)
      .filter((key) => settingFields(policy).some((field) => field.key === key))
      .filter((key) => ['window', 'share', 'utilization', 'reserve', 'trigger'].includes(key))
      .filter((key) => {
        const field = settingFields(policy).find((one) => one.key === key);
        return field !== undefined && settingFormula(policy, field, now) === undefined;
      })
      .map((key) => `${policy.id}: ${key}`);
  });
  expect(without).toEqual([]);
});

test('what the workbench moves with keys has its formula', () => {
  const policy = policies.find(({ id }) => id === 'contextguard-threshold') as Policy;
  const moved = settingFields(policy).filter(({ slider }) => slider !== undefined);
  expect(moved.map(({ key }) => key)).toEqual(['window', 'cap', 'factor']);
  for (const { formula, advice } of moved) expect([formula, advice]).not.toContain(undefined);
});
