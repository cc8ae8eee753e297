import { describe, expect, it } from 'vitest';
import { none } from '@/lib/policies/highwater/none';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prepare } from '../prepare';
import { replay } from '../replay';
import { parseFault } from './faults';

/** A call and its response of 4,000 bytes (entry 2), then two texts. */
const TOOLS = (() => {
  const session = textSession(
    'u 400\nm 40\n-- 1100\nu 40\n-- 3120\nm 400\n-- 3320\nm 400\n-- 3520',
  );
  const entries = session.entries.map((entry, i) => {
    if (i === 1) {
      return { role: 'model', parts: [{ kind: 'call', name: 'grep', args: {} }] } as const;
    }
    if (i !== 2) return entry;
    const sized = { kind: 'sized', of: 'response', sizes: [4, 4_000] } as const;
    return { role: 'user', parts: [sized] } as const;
  });
  return prepare(measureSession({ ...session, entries }));
})();

const cut = (...texts: readonly string[]) =>
  replay(
    TOOLS,
    none,
    {},
    {
      faults: texts.map((text) => {
        const parsed = parseFault(text);
        if (!parsed.ok) throw new Error(parsed.error.message);
        return parsed.value;
      }),
    },
  );

describe('a tool response that is cut', () => {
  it('prints so many bytes; its name stays, its real size shrinks in proportion', () => {
    const run = cut('truncate@2=400');
    // Name 1 + 4,000 / 4 = 1,001 tokens become 1 + 100.
    expect(run.columns.heuristic[1]).toBe((TOOLS.requests.heuristic[1] ?? 0) - 900);
    // Its share of step 1's growth was 2,020: 2,020 × 101 / 1,001 = 203.8…
    expect(run.columns.real[1]).toBe(Math.trunc(1_100 + (2_020 * 101) / 1_001));
    expect([run.columns.real[0], run.divergence]).toEqual([1_100, 1]);
    expect(run.faults[0]).toMatchObject({
      step: 1,
      text: 'The tool responses of entry 2 are cut to 400 bytes each. 1,001 tokens become 101 (heuristic).',
    });
    expect(run.columns).toEqual(cut('response@2*0.1').columns);
  });

  it('that is shorter stays as it is, and the page says so', () => {
    const run = cut('truncate@2=4000');
    expect(run.columns).toEqual(cut().columns);
    expect(run.divergence).toBe(-1);
    expect(run.faults[0]?.text).toContain('No effect: their size stays the same.');
  });

  it('and scaled: the last of the list holds, and the other says so', () => {
    const scaledLast = cut('truncate@2=400', 'response@2*0.5');
    expect(scaledLast.columns).toEqual(cut('response@2*0.5').columns);
    expect(scaledLast.faults.map(({ step }) => step)).toEqual([-1, 1]);
    expect(scaledLast.faults[0]?.text).toContain('No effect: a later fault replaces it.');
    const cutLast = cut('response@2*0.5', 'truncate@2=400');
    expect(cutLast.columns).toEqual(cut('truncate@2=400').columns);
  });
});
