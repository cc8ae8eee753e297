/** A policy's declared decision holds in its runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backgroundAt } from '@/lib/analysis/explain/background';
import { flipPoints } from '@/lib/analysis/explain/flip-points';
import { comparedAt, reaches, thresholdAt } from '@/lib/analysis/explain/ledger-decision';
import { policyEventsAt } from '@/lib/analysis/explain/policy-events';
import { replay, settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { drawnFlow, drawnRecording } from '@/lib/engine/replay/testing/drawn-sessions';
import { contextGuardSlidingWindowCorrected } from '@/lib/policies/builtin';
import { policies } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { fractionTail } from '@/lib/policies/testing/fraction-tail';
import { reachesThreshold, tokenThreshold } from './decision';
import { settingFields } from './fields';
import type { Policy, PolicyRun } from './policy';

const flows = drawnFlow.map(({ session }) => session);
/** Of each policy: what they share runs four thousand times. */
const RUNS = { numRuns: 80 };
const deciding = [...policies, fractionTail].filter(({ decision }) => decision !== null);

/** Cases whose replay is made when it is asked for. */
const drawnCases = (policy: Policy): fc.Arbitrary<() => Replay> =>
  fc.tuple(fc.oneof(drawnRecording, flows), arbitrarySettings(policy)).map(
    ([session, settings]) =>
      () =>
        replay(session, policy, settings),
  );

const cases = (policy: Policy): fc.Arbitrary<Replay> => drawnCases(policy).map((made) => made());

const stepsOf = ({ session }: Replay): readonly number[] => [
  ...session.profile.steps.entries.keys(),
];

/** Kinds of events noted once that hold for later steps. */
const LASTING = ['breaker', 'unchecked', 'inflated'];

/** Reason a step that reached the threshold did not compact; undefined if none is noted. */
function excuse(made: Replay, step: number): string | undefined {
  if (comparedAt(made, step) <= 0) return 'nothing is counted yet';
  const idle = made.policy.decision?.idle?.(settingsAt(made, step)) ?? undefined;
  const lasts = made.notes.events.find(
    ({ kind, step: at }) => LASTING.includes(kind) && at <= step,
  );
  const beside = backgroundAt(made, step)?.phase;
  return idle ?? lasts?.kind ?? beside ?? policyEventsAt(made, step)[0]?.kind;
}

/** The floating number next to one, on the side of 0. */
function belowOf(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) - 1n);
  return view.getFloat64(0);
}

/** True if a step's value reaches the threshold when one setting changes right before it. */
function reachedWith(made: Replay, step: number, setting: string, value: number): boolean {
  const { policy, settings, session } = made;
  let run: PolicyRun<unknown> | undefined;
  let begun: unknown;
  const spied: Policy = {
    ...policy,
    begin(chosen, input) {
      begun = chosen;
      run = policy.begin(chosen, input);
      const stopped = run;
      return {
        advance: () => {
          stopped.advance(step);
          stopped.configure({ ...settings, [setting]: value });
          stopped.advance(step + 1);
        },
        configure: () => undefined,
        forget: () => undefined,
      };
    },
  };
  const again = replay(session, spied, settings);
  expect(begun).toBe(settings);
  expect(run).toBeDefined();
  const { decision } = policy;
  if (decision === null) return false;
  const stated = decision.threshold({ ...settings, [setting]: value }, again.form.estimator.prefix);
  expect(again.columns.threshold[step]).toBe(Number.isFinite(stated) ? stated : -1);
  return reachesThreshold(decision, again.columns.decision[step] ?? NaN, stated);
}

describe.each(deciding.map((policy) => [policy.id, policy] as const))('%s', (_, policy) => {
  it('fires somewhere and holds somewhere', () => {
    const reached = new Set<boolean>();
    let compacted = false;
    const drawn = fc.sample(drawnCases(policy), { numRuns: 200 }).values();
    for (
      let one = drawn.next();
      !one.done && (reached.size < 2 || !compacted);
      one = drawn.next()
    ) {
      const made = one.value();
      for (const step of stepsOf(made)) reached.add(reaches(made, step));
      compacted ||= made.columns.compacted.includes(1);
    }
    expect(reached).toEqual(new Set([true, false]));
    expect(compacted).toBe(true);
  });

  it('compares with the threshold that it states', () => {
    fc.assert(
      fc.property(cases(policy), (made) => {
        const { columns, form } = made;
        const { decision } = policy;
        if (decision === null) return;
        for (const step of stepsOf(made)) {
          const stated = tokenThreshold(decision, settingsAt(made, step), form.estimator.prefix);
          const column = columns.threshold[step] ?? NaN;
          expect(column).toBe(Number.isFinite(stated) ? stated : -1);
          const reached = reachesThreshold(
            decision,
            comparedAt(made, step),
            thresholdAt(made, step),
          );
          const compacted = columns.compacted[step] === 1;
          if (compacted && !reached && backgroundAt(made, step)?.phase !== 'ends') {
            const kinds = policyEventsAt(made, step).map(({ kind }) => kind);
            expect(kinds).toContain('reactive');
          }
          // The corrected sliding window waits until something before its tail is new.
          if (!reached || compacted || policy === contextGuardSlidingWindowCorrected) continue;
          expect(excuse(made, step), `step ${step}`).toBeDefined();
        }
      }),
      RUNS,
    );
  });

  it('turns where its flip points say, and not one number earlier', () => {
    let turned = 0;
    fc.assert(
      fc.property(cases(policy), fc.nat(100), (made, pick) => {
        const steps = stepsOf(made);
        const step = steps[pick % steps.length] ?? 0;
        const now = reaches(made, step);
        for (const { setting, relation, value } of flipPoints(made, step)) {
          if (relation === null) continue;
          turned++;
          const whole =
            settingFields(policy).find(({ key }) => key === setting)?.kind === 'integer';
          const under = whole ? value - 1 : belowOf(value);
          const at = relation === '<' ? under : value;
          const short = relation === '<' ? value : relation === '>=' ? under : undefined;
          expect(reachedWith(made, step, setting, at), `${setting} ${at}`).toBe(!now);
          if (short !== undefined && short >= 0) {
            expect(reachedWith(made, step, setting, short), `${setting} ${short}`).toBe(now);
          }
          if (relation === '<=' && whole) {
            expect(reachedWith(made, step, setting, value + 1)).toBe(now);
          }
        }
      }),
      RUNS,
    );
    const path = policy.decision?.path(policy.settings.parse({})) ?? [];
    if (path.length > 0) expect(turned).toBeGreaterThan(0);
  });

  it('names settings that it has', () => {
    const keys = settingFields(policy).map(({ key }) => key);
    const path = policy.decision?.path(policy.settings.parse({})) ?? [];
    const reached = Object.keys(policy.decision?.reach ?? {});
    expect(keys).toEqual(expect.arrayContaining([...path, ...reached]));
  });
});
