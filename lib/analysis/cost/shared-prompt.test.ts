import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elidedTokens } from '@/lib/analysis/explain/request-ranges';
import type { Policy } from '@/lib/engine/policy/policy';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import { arbitrarySettings } from '@/lib/policies/testing/arbitrary-settings';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { sharedPrompts } from './shared-prompt';
import { arbitrarySteadySession, STEADY_DENSITY, steadySession } from './testing/steady-session';

const run = (recording: Session, policy: Policy, settings: object): Replay =>
  replay(prepare(measureSession(recording)), policy, settings);

/** One thing in a request: what it is, and where the entries that follow it end. */
type Piece = readonly [name: string, entry: number];

/** A step's request piece by piece, read from columns and notes alone. */
function pieces(
  { columns, notes, policy, session, ...rest }: Replay,
  step: number,
): readonly Piece[] {
  const { traits } = policy;
  const end = session.profile.steps.entries[step] ?? 0;
  const covered = columns.covered[step] ?? 0;
  const lost = elidedTokens({ columns, notes, policy, session, ...rest }, step);
  const kept = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const list = (from: number, to: number): Piece[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => {
      const entry = from + i;
      return [`${entry} less ${lost.get(entry) ?? 0}`, entry] as const;
    });
  const inside = kept.filter(([from, to]) => to > from && from < covered);
  const tail = inside.at(-1)?.[1] === covered ? inside.slice(-1) : [];
  const front = inside.slice(0, inside.length - tail.length).flatMap((range) => list(...range));
  const written = columns.compacted.subarray(0, step + 1).lastIndexOf(1);
  const summary: Piece[] = columns.injected[step] === 1 ? [[`summary of ${written}`, -1]] : [];
  const behind = [...tail.flatMap((range) => list(...range)), ...list(covered, end)];
  return traits.summaryLeads
    ? [...summary, ...front, ...behind]
    : [...front, ...summary, ...behind];
}

/** Pieces with which a step's request begins as an earlier one did, and all of that one. */
const repeated = (
  of: Replay,
  earlier: number,
  step: number,
): readonly [number, readonly Piece[]] => {
  const [before, now] = [pieces(of, earlier), pieces(of, step)];
  let same = 0;
  while (same < before.length && before[same]?.[0] === now[same]?.[0]) same++;
  return [same, before];
};

const ids = policies.map(({ id }) => id);

/** A policy with settings of its own; by id, which a failure can print. */
const arbitraryChoice = fc
  .constantFrom(...ids)
  .chain((id) => fc.tuple(fc.constant(id), arbitrarySettings(policyOrDefault(id))));

describe('what a request repeats', () => {
  it('is the whole request before where its pieces only grew, less a text of once, under every policy', () => {
    fc.assert(
      fc.property(arbitrarySteadySession, arbitraryChoice, (recording, [id, settings]) => {
        const of = run(recording, policyOrDefault(id), settings);
        const { real, addedTokens } = of.columns;
        const { density } = of.session.projection;
        const shared = sharedPrompts(of);
        for (let step = 1; step < shared.length; step++) {
          const [same, before] = repeated(of, step - 1, step);
          if (same < before.length) continue;
          const gone = Math.max(0, (addedTokens[step - 1] ?? 0) - (addedTokens[step] ?? 0));
          const most = real[step] ?? 0;
          const least = Math.min(most, Math.round((real[step - 1] ?? 0) - density.value * gone));
          const told = `${id}, step ${step}`;
          expect(shared[step], told).toBeGreaterThanOrEqual(least);
          expect(shared[step], told).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is no more than what stands in front of the first other piece of any earlier request', () => {
    fc.assert(
      fc.property(arbitrarySteadySession, arbitraryChoice, (recording, [id, settings]) => {
        const of = run(recording, policyOrDefault(id), settings);
        const { policy, columns, session } = of;
        fc.pre(policy.traits.stacksSummaries !== true);
        const { sizes, prefix } = session.projection;
        const shared = sharedPrompts(of);
        for (let step = 1; step < shared.length; step++) {
          let most = 0;
          for (let earlier = step - 1; earlier >= 0; earlier--) {
            const [same, before] = repeated(of, earlier, step);
            const front = before.slice(0, same).reduce((tokens, [, entry]) => {
              return tokens + (sizes[entry + 1] ?? 0) - (sizes[entry] ?? 0);
            }, prefix);
            // With its summary, or texts behind its last piece, a request has pieces of unknown size: at most
            // all of it.
            const known =
              same < before.length && before.slice(0, same).every(([, entry]) => entry >= 0);
            most = Math.max(most, known ? front : (columns.real[earlier] ?? 0));
          }
          expect(shared[step], `${id}, step ${step}`).toBeLessThanOrEqual(Math.ceil(most));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('holds what an agent put back beside its summary, at every later step', () => {
    const picture = `u 4000\n-- 1\n${'m 4000\n-- 1\n'.repeat(7)}`;
    const session = prepare(measureSession(steadySession(`model claude-x\n${picture}`)));
    const settings = claudeCode.settings.parse({
      ...{ sizes: 'none', summary: 'bytes', summaryBytes: 4_000 },
      ...{ files: 2, fileTokens: 3_000 },
    });
    const of = replay(session, claudeCode, settings, { compactAt: [3] });
    // 10,000 + 1,000 × 2 + 2 × 3,000, then 2,000 a step.
    expect([...of.columns.real].slice(3)).toEqual([18_000, 20_000, 22_000, 24_000, 26_000]);
    expect([...sharedPrompts(of)].slice(3)).toEqual([10_000, 18_000, 20_000, 22_000, 24_000]);
  });

  it('lacks the instruction that only the compacting request held', () => {
    const guard = policyOrDefault('contextguard-threshold');
    const picture = `u 4000\n-- 1\n${'m 4000\n-- 1\n'.repeat(7)}`;
    const session = prepare(measureSession(steadySession(`model claude-x\n${picture}`)));
    const settings = guard.settings.parse({
      ...{ window: 20_000, summary: 'bytes', summaryBytes: 400 },
    });
    const of = replay(session, guard, settings);
    const { compacted, addedTokens, real } = of.columns;
    const shared = sharedPrompts(of);
    const step = compacted.indexOf(1);
    const once = STEADY_DENSITY * (addedTokens[step] ?? 0);
    expect(once).toBeGreaterThan(0);
    expect(compacted[step + 1]).toBe(0);
    expect(shared[step]).toBe(10_000);
    expect(shared[step + 1]).toBe((real[step] ?? 0) - once);
    expect(shared[step + 2]).toBe(real[step + 1]);
  });

  it('is back where a request leaves something out for once', () => {
    const picture = `u 4000\n-- 1\n${'m 4000\n-- 1\n'.repeat(7)}`;
    const limiter = policyOrDefault('mastra-limiter');
    const session = prepare(measureSession(steadySession(`model claude-x\n${picture}`)));
    const settings = limiter.settings.parse({ limit: 4_000 });
    const of = replay(session, limiter, settings);
    const shared = sharedPrompts(of);
    // Each request is cut from the log anew and begins with another entry: only the prefix is the same.
    of.columns.compacted.forEach((cut, step) => {
      if (cut === 1) expect(shared[step]).toBe(10_000);
    });
    expect(of.columns.compacted.some((cut) => cut === 1)).toBe(true);
  });
});
