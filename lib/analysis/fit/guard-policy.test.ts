import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { guardAgreement } from '@/lib/engine/replay/guard-agreement';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { MeasuredGuard, Profile } from '@/lib/engine/tokens/profile';
import { fidelityReport } from './fidelity-report';
import { openSession } from './opening';
import { whatHappened } from './what-happened';

const source = { format: 'adk-session', agent: 'Google ADK: k8s', agentVersion: null };

function profileOf(file: string): Profile {
  const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
  const session = read.ok ? read.value.sessions[0] : undefined;
  if (session === undefined) throw new Error(`${file} cannot be read`);
  return measureSession(session);
}

const sample = profileOf('public/samples/kubernetes-agent.json');

/** A log that every version of ContextGuard sees differently: tools, inline data, a full window. */
const picture = `
  system 400
  tools 9000
  limit 200000
  u 400
  i image/png 30000
  -- 150000
  m 400
  u 4000
  -- 165000
  m 400
  u 4000
  -- 179000
  m 400
  u 4000
  -- 190000
`;

/** The picture as a version of ContextGuard would have recorded it: its own state after each step. */
function recordedBy(id: string): Profile {
  const profile = measureSession(textSession(picture));
  const preset = contextGuardThreshold.presets.find((one) => one.id === id);
  const settings = contextGuardThreshold.settings.parse({
    ...preset?.settings,
    summary: 'bytes',
    summaryBytes: 1_000,
  });
  const { columns } = replay(prepare(profile), contextGuardThreshold, settings);
  const until = columns.compacted.indexOf(1);
  const guard: MeasuredGuard[] = [...columns.realAfter].map((realTokens, step) => ({
    step,
    realTokens,
    lastHeuristic: columns.lastHeuristicAfter[step] ?? 0,
    watermark: columns.watermarkAfter[step] ?? 0,
    summaryBytes: columns.summaryBytes[step] ?? 0,
  }));
  // What came after its compaction would need another recording.
  const kept = until < 0 ? guard : guard.slice(0, until);
  return { ...profile, head: { ...profile.head, guard: kept } };
}

describe('the version of ContextGuard that recorded a session', () => {
  it.each([
    // Without tool definitions and inline data, fires at 160,000 of 200,000.
    ['v0.9.0', 'v0.9.0'],
    // Nothing here tells these apart: the latest of them.
    ['v0.15.1', 'v1.1.0'],
    ['v1.1.0', 'v1.1.0'],
  ])('is found by its state: %s', (id, found) => {
    const { own, policy } = openSession(source, recordedBy(id));
    expect([policy.id, own?.preset]).toEqual(['contextguard-threshold', found]);
    expect(own?.words).toMatch(/same state on \d of \d steps/);
  });

  it('gives the sample its verdict, and all five keys agree', () => {
    const opening = openSession(source, sample);
    expect(opening.own?.preset).toBe('v1.1.0');
    const run = replay(prepare(sample, opening.prefixTokens), opening.policy, opening.settings);
    expect(guardAgreement(sample, run)).toEqual({ steps: 246, agreeing: 246, mismatches: [] });
    const report = fidelityReport(source, sample);
    expect(report).toMatchObject({ policy: 'contextguard-threshold', judged: 3, reproduced: 3 });
    expect(report?.text).toContain('reproduces 3 of 3 recorded compactions');
    expect(whatHappened(sample, opening)).toMatch(
      /^Compacted at step 76, as its policy does: 183,278 ≥ 180,000/,
    );
  });

  it('names a key that differs: the size of the summary, and the count it fired at', () => {
    const opening = openSession(source, sample);
    const prepared = prepare(sample, opening.prefixTokens);
    const with_ = (change: object) =>
      guardAgreement(sample, replay(prepared, opening.policy, { ...opening.settings, ...change }))
        .mismatches.filter(({ step }) => step === 76)
        .map(({ key }) => key);
    expect(with_({ summary: 'bytes', summaryBytes: 5 })).toContain('summaryBytes');
    const [first, ...rest] = sample.head.compactions;
    if (first === undefined) throw new Error('It has compactions');
    const others = rest.map((one) => ({ ...one, preTokens: null }));
    const compactions = [{ ...first, preTokens: 999 }, ...others];
    const changed = { ...sample, head: { ...sample.head, compactions, generated: false } };
    const run = replay(prepare(changed, opening.prefixTokens), opening.policy, opening.settings);
    expect(guardAgreement(changed, run).mismatches).toEqual([
      { step: 76, key: 'summarizedAt', recorded: 999, replayed: 183_278 },
    ]);
  });

  it('has the window that its compaction shows', () => {
    // Fired at 5,610; 5,200 went on: 80 % of 7,000 are 5,600.
    const profile = profileOf(
      'lib/readers/importers/formats/adk/fixtures/adk-session/go-context-guard.json',
    );
    const { own, settings } = openSession(source, profile);
    expect([settings['window'], own?.inferredFrom]).toEqual([7_000, 2]);
    expect(own?.inferred).toContain('step 2 compacted by itself at 5,610 tokens');
    expect(fidelityReport(source, profile)).toMatchObject({ judged: 0, reproduced: 0 });
  });
});
