import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import { scenarioSessionSchema } from '@/lib/readers/scenarios/schema';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { claudeCodeDocumented } from '@/lib/policies/claude-code/documented';
import { goatAsCoded } from '@/lib/policies/goat/as-coded';
import { goatDocumented } from '@/lib/policies/goat/documented';
import { goatFixed } from '@/lib/policies/goat/fixed';
import type { Columns } from './columns';
import type { Policy } from './policy';

const SESSIONS = 2_000;

/** Count of turns, share of turns with tools, calls of a turn, sequential calls. */
const shapes = {
  mixed: { turns: 10, tools: 0.6, calls: 5, sequential: 0.7 },
  heavy: { turns: 3, tools: 1, calls: 24, sequential: 0.95 },
} as const;
type Shape = keyof typeof shapes;

/** A session of the ADK flow; every call is answered. */
function generated(seed: number, { turns, tools, calls, sequential }: (typeof shapes)[Shape]) {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const made = Array.from({ length: turns + below(turns) }, () => ({
    user: { bytes: 40 + below(400) },
    modelBytes: 40 + below(1_200),
    sequential: random() < sequential,
    toolCalls: Array.from({ length: random() < tools ? 1 + below(calls) : 0 }, () => ({
      name: 't',
      responseBytes: 100 + below(2_500),
    })),
  }));
  const config = { contextWindow: 8_000, tokenRatio: 1 };
  return prepare(
    generateProfile(scenarioSessionSchema.parse({ config, turns: made }), 'pairs').profile,
  );
}

const all = (shape: (typeof shapes)[Shape]): readonly Replayable[] =>
  Array.from({ length: SESSIONS }, (_, seed) => generated(seed + 1, shape));

const sessions: Readonly<Record<Shape, readonly Replayable[]>> = {
  mixed: all(shapes.mixed),
  heavy: all(shapes.heavy),
};

/** Compactions of a policy over the sessions of a shape, and those of them that orphan a response. */
function cuts<S>(policy: Policy<S>, shape: Shape, chosen: object) {
  const settings = policy.settings.parse({ summary: 'bytes', summaryBytes: 400, ...chosen });
  let compactions = 0;
  let orphaning = 0;
  for (const session of sessions[shape]) {
    const { profile } = session;
    const { columns, notes } = replay(session, policy, settings);
    const said = new Set(notes.events.filter((e) => e.kind === 'orphan').map((e) => e.step));
    for (let step = 0; step < profile.stepCount; step++) {
      if (columns.compacted[step] !== 1) continue;
      const orphans = orphansAt(profile, columns, step);
      compactions++;
      if (orphans) orphaning++;
      if (said.has(step) !== orphans) throw new Error(`Step ${step} tells of its orphans wrongly`);
    }
  }
  return { compactions, share: orphaning / compactions };
}

/** A response of the request as sent has its call outside it. */
function orphansAt({ callOf, steps }: Profile, { covered }: Columns, step: number): boolean {
  const from = covered[step] ?? 0;
  for (let entry = from; entry < (steps.entries[step] ?? 0); entry++) {
    const call = callOf[entry] ?? -1;
    if (call >= 0 && call < from) return true;
  }
  return false;
}

const window = { window: 6_000, reserve: 0 };

describe.each(['mixed', 'heavy'] as const)('2,000 sessions, tools %s', (shape) => {
  it('goat-fixed never orphans a response', () => {
    const { compactions, share } = cuts(goatFixed, shape, window);
    expect(compactions).toBeGreaterThan(2_000);
    expect(share).toBe(0);
  });

  it('goat-documented never orphans a response', () => {
    const { compactions, share } = cuts(goatDocumented, shape, window);
    expect(compactions).toBeGreaterThan(2_000);
    expect(share).toBe(0);
  });
});

/** In whole percent. */
const percent = ({ share }: { readonly share: number }): number => Math.round(share * 100);

describe('share of the cuts that orphan a response', () => {
  it('goat-as-coded: 25 % in mixed sessions, 72 % where tools are heavy', () => {
    expect(percent(cuts(goatAsCoded, 'mixed', window))).toBe(25);
    expect(percent(cuts(goatAsCoded, 'heavy', window))).toBe(72);
  });

  it('claude-code-documented: 30 % and 47 %', () => {
    expect(percent(cuts(claudeCodeDocumented, 'mixed', { window: 6_000 }))).toBe(30);
    expect(percent(cuts(claudeCodeDocumented, 'heavy', { window: 6_000 }))).toBe(47);
  });
});
