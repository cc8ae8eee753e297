import { describe, expect, it } from 'vitest';
import { stateKeysAt } from '@/lib/analysis/explain/compaction/state-keys';
import { contextGuardTail, contextGuardThreshold, goatAsCoded } from '@/lib/policies/builtin';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { replay } from '@/lib/engine/replay/replay';
import { stateRows } from './state-rows';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { sampleSession } from '@/lib/tools/samples/samples';

const sample = (name: Parameters<typeof sampleSession>[0]) => preparedSession(sampleSession(name));
const incident = sample('production-incident');
const settings = {
  ...sessionSettings(contextGuardThreshold, incident.profile.head),
  window: 180_000,
};
const made = replay(incident, contextGuardThreshold, settings);

describe('the session state over time', () => {
  it('is each step’s state after its response, key by key', () => {
    const { rows, compactions, lastStep } = stateRows(made);
    expect([lastStep, compactions.length > 0]).toEqual([143, true]);
    expect(rows.map(({ name }) => name)).toEqual([
      'summary',
      'contents_at_compaction',
      'summarized_at',
      'real_tokens',
      'last_heuristic',
    ]);
    for (let step = 0; step <= lastStep; step++) {
      const drawn = rows.map(({ points }) => points[step]);
      expect(drawn).toEqual(stateKeysAt(made, step).map(({ after }) => ({ step, value: after })));
    }
    const first = compactions[0] ?? -1;
    expect(rows[1]?.points[first - 1]?.value).toBeNull();
    expect(rows[1]?.points[first]?.value).toBeGreaterThan(0);
  });

  it('loses its keys where the state is lost', () => {
    const at = (stateRows(made).compactions[0] ?? 0) + 1;
    const fault = { kind: 'state-lost' as const, step: at };
    const lost = replay(incident, contextGuardThreshold, settings, { faults: [fault] });
    const { rows } = stateRows(lost);
    expect(rows[1]?.points[at - 1]?.value).toBeGreaterThan(0);
    const states = rows.map(({ points }) => points[at]?.value);
    expect(states).toEqual(stateKeysAt(lost, at).map(({ after }) => after));
    expect(rows[1]?.points[at]?.value).toBeNull();
  });

  it('draws 10,000 steps with few points, none of its extremes left out', () => {
    const long = sample('long-session');
    const many = replay(
      long,
      contextGuardThreshold,
      sessionSettings(contextGuardThreshold, long.profile.head),
    );
    for (const { key, points, top } of stateRows(many).rows) {
      expect(points.length).toBeLessThanOrEqual(620);
      const all = Array.from({ length: 10_000 }, (_, step) =>
        step % 97 === 0 ? (stateKeysAt(many, step).find((one) => one.key === key)?.after ?? 0) : 0,
      );
      expect(Math.max(...all)).toBeLessThanOrEqual(top ?? 0);
      expect(Math.max(...points.map(({ value }) => value ?? 0))).toBe(top ?? 0);
    }
  });

  it('has the keys that a policy keeps: two, or none', () => {
    const early = replay(incident, contextGuardTail, contextGuardTail.settings.parse({}));
    expect(stateRows(early).rows.map(({ name }) => name)).toEqual(['summary', 'summarized_at']);
    const goat = replay(incident, goatAsCoded, goatAsCoded.settings.parse({}));
    expect(stateRows(goat).rows).toEqual([]);
  });
});
