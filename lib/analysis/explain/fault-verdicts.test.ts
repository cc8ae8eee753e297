import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { findPolicy } from '@/lib/policies/registry';
import { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { measureSession } from '@/lib/engine/tokens/measure';
import { operandsAt } from './ledger-decision';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from './verdict';

interface Case {
  readonly faults: readonly string[];
  readonly policy?: string;
  readonly set?: object;
}

/** A sample's replay under faults, as the page and the command line show it. */
function faulted(name: string, { faults, policy: id, set = {} }: Case): Replay {
  const file = `public/samples/${name}.json`;
  const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
  const session = read.ok ? read.value.sessions[0] : undefined;
  if (session === undefined) throw new Error(`${file} cannot be read`);
  const profile = measureSession(session);
  const opening = openSession(session.source, profile);
  const policy = id === undefined ? opening.policy : findPolicy(id);
  if (policy === undefined) throw new Error(`There is no policy ${id ?? ''}`);
  const base = id === undefined ? opening.settings : sessionSettings(policy, profile.head);
  const settings = policy.settings.parse({ ...(base as object), ...set }) as Settings;
  return shownReplay(prepare(profile, opening.prefixTokens), opening, {
    policy,
    settings,
    faults: faults.map(faultOf),
  });
}

function faultOf(text: string): Fault {
  const parsed = parseFault(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const told = (run: Replay): string => wordsText(verdict(run, { agent: 'Kubernetes agent' }));

/*
 * The incident: step 142 has 150,000 real tokens and a heuristic of 18,000; step 143 a heuristic of 24,000
 * and 200,819 real ones, above the limit of 200,000.
 */
describe('the incident', () => {
  const inWindow = { window: 187_500 };

  it('is cured by a window that falls: 180,000 − 20 % = 144,000, which 150,000 reaches', () => {
    const text = told(faulted('production-incident', { faults: ['window@143=180000'] }));
    expect(text).toContain('compacts at step 143 (150,000 ≥ 144,000)');
    expect(text).toContain('nothing overflows');
    // The recording is still judged by its own limit.
    expect(text).toContain('overflow at step 143 (200,819 > 200,000)');
  });

  it('misses the count of a step where usage stops: step 141’s 147,829 is 2,171 below', () => {
    const run = faulted('production-incident', { faults: ['usage-stops@142'], set: inWindow });
    expect(told(run)).toContain('at step 142 it estimated 147,829, needs 150,000');
    expect(operandsAt(run, 143).lastReal).toBe(147_829);
  });

  it('has neither last real nor last heuristic where state is lost: 24,000 × 2.5', () => {
    const run = faulted('production-incident', { faults: ['state-lost@143'], set: inWindow });
    expect(told(run)).toContain('would not compact');
    expect([run.columns.decision[143], operandsAt(run, 143).lastReal]).toEqual([60_000, NaN]);
  });

  it('fits after a compaction by hand, the rule as before', () => {
    const run = faulted('production-incident', { faults: ['compact@143'] });
    expect(told(run)).toContain('compacts at step 143');
    expect(told(run)).toContain('nothing overflows');
    expect(run.columns.decision[143]).toBe(150_000);
  });

  it('fits where the response of step 143 is cut, or gone', () => {
    expect(told(faulted('production-incident', { faults: ['truncate@288=2000'] }))).toContain(
      'nothing overflows',
    );
    const gone = faulted('production-incident', { faults: ['response@288*0'] });
    expect(told(gone)).toContain('nothing overflows');
    expect(gone.columns.heuristic[143]).toBe(18_023);
  });
});

it('usage that starts: the correction is 1, and 63,709 the highest', () => {
  const run = faulted('no-usage', { faults: ['usage-starts@0'] });
  expect(told(run)).toContain('it estimated 63,709, needs 104,858');
  expect(run.columns.compacted).not.toContain(1);
});

describe('the 1st summary under Crush', () => {
  const verdictOf = (...faults: readonly string[]): string =>
    told(faulted('kubernetes-agent', { policy: 'crush', faults }));

  it('fails: the request is passed on, and the next step tries again', () => {
    expect(verdictOf()).toContain('compacts at steps 68, 129 and 189 (first 162,044 ≥ 160,000)');
    expect(verdictOf('summariser-fails@1')).toContain(
      'compacts at steps 69, 130 and 191 (first 169,329 ≥ 160,000); ' +
        'sends unchanged requests after a failure at step 68',
    );
  });

  it('is empty: the 137 entries that it was to cover are nowhere', () => {
    expect(verdictOf('summariser-empty@1')).toContain('loses up to 137 entries');
  });
});

it('calibration that is not reset keeps step 75’s count over the compaction at step 76', () => {
  const lastReal = (...faults: readonly string[]): number =>
    operandsAt(faulted('kubernetes-agent', { faults }), 77).lastReal;
  expect(lastReal('usage-stops@76')).toBe(NaN);
  expect(lastReal('usage-stops@76', 'keep-calibration')).toBe(177_366);
});
