import { assert, describe, expect, it } from 'vitest';
import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { totalsOf } from '@/lib/analysis/compare/session-totals';
import { plant } from '../testing/planted';
import { axisValues } from '../sweep/axis-values';
import { sessionEdge } from './deciding-edge';

const guard = policyOrDefault('contextguard-threshold');
const today = guard.settings.parse({ window: 200_000 }) as Settings;
const caps = { setting: 'cap', values: axisValues({ from: 1, to: 10, step: 0.5 }) };
const windows = {
  setting: 'window',
  values: axisValues({ from: 150_000, to: 230_000, step: 5_000 }),
};
const limit = 200_000;
const [near, calm, hidden] = plant([
  { name: 'near', results: Array<number>(40).fill(18_000) },
  { name: 'calm', results: Array<number>(5).fill(2_000) },
  {
    name: 'hidden',
    results: [...Array<number>(16).fill(6_000), 200_000],
    prefixBytes: 4_000,
    prefixRatio: 130,
  },
]).map(({ session }) => session);
assert(near && calm && hidden);

const eventsAt = (session: Replayable, settings: Settings) => {
  const { compactions, passes, overflowSteps, loop } = totalsOf(
    replay(session, guard, settings, { limit }),
  );
  return { compactions, passes, overflowSteps, loop };
};

describe('the edge that decides a session', () => {
  it.each([
    ['near', near, [windows]],
    ['hidden', hidden, [caps]],
  ] as const)('is the exact value between two outcomes: %s', (_, session, axes) => {
    const { edge, exact } = sessionEdge({ session, policy: guard, settings: today, limit }, axes);
    assert(edge);
    expect(exact).toBe(true);
    const { setting, side, value } = edge;
    const step = setting === 'window' ? 1 : 0.1;
    const at = (one: number) =>
      eventsAt(session, { ...today, [setting]: Math.round(one * 1e6) / 1e6 });
    const [same, other] = side === 'from' ? [value, value - step] : [value - step, value];
    expect(at(same)).toEqual(eventsAt(session, today));
    expect(at(other)).not.toEqual(eventsAt(session, today));
  });

  it('is of the first axis along which the session fares otherwise', () => {
    const found = sessionEdge({ session: near, policy: guard, settings: today, limit }, [
      { setting: 'floor', values: [1, 1.1] },
      windows,
    ]);
    expect(found.edge?.setting).toBe('window');
  });

  it('is none where nothing changes', () => {
    const found = sessionEdge({ session: calm, policy: guard, settings: today, limit }, [
      caps,
      windows,
    ]);
    expect(found).toEqual({ edge: null, exact: true });
  });

  it('is not certified for a policy without certificates', () => {
    const codex = policyOrDefault('codex');
    const settings = codex.settings.parse({ window: 200_000 }) as Settings;
    const found = sessionEdge({ session: near, policy: codex, settings, limit }, [windows]);
    expect(found).toEqual({ edge: null, exact: false });
  });
});
