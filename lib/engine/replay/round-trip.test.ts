import { describe, expect, it } from 'vitest';
import { measureInput } from '@/lib/cli/measure-trace';
import { quarterFloor } from '@/lib/engine/tokens/estimator';
import { mark } from './prepare';
import {
  acting,
  firstAlike,
  roundTrips,
  wrongReals,
  type RoundTrip,
  type Source,
} from './testing/round-trip';

const FILES = ['cjk-emoji', 'images-documents', 'kubernetes-agent', 'timing-gap'];

async function samples(): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const name of FILES) {
    const path = `public/samples/${name}.json`;
    for await (const one of measureInput(path, path)) {
      if ('error' in one) throw new Error(one.error.message);
      for (const { profile } of one.sessions) sources.push({ name, profile });
    }
  }
  return sources;
}

const sources = await samples();

/**
 * They decide on what the provider would count of a request that a recording of them never sent: its
 * projection may lie on the other side of the threshold.
 */
const UNSENT = [
  'anthropic-compaction',
  'anthropic-editing',
  'claude-code-documented',
  'openai-compaction',
  'openai-truncation',
];

/**
 * Exact across their first compaction alone: four of those, and Koog, which counts messages, where a recording has one
 * summary in place of its eleven.
 */
const ONCE = [...UNSENT.slice(0, 4), 'koog-chunked'];

/** A recorded summary above the cap of a call would have ended there: those of the two are the smallest. */
const bytesOf = (id: string): number | undefined =>
  ['hermes', 'koog-chunked'].includes(id) ? 1_000 : undefined;

describe('a replay over a recording of itself', () => {
  it.each(
    acting
      .filter(({ id }) => ![...UNSENT, ...ONCE].includes(id))
      .map((policy) => [policy.id, policy]),
  )('is that recording to its end: %s', (_, policy) => {
    const made = roundTrips(policy, sources, { windows: [30_000], bytes: bytesOf(policy.id) });
    expect(made.length).toBeGreaterThan(0);
    for (const one of made) {
      expect(one.again.divergence, one.name).toBe(-1);
      expect(wrongReals(one), one.name).toEqual([]);
      expect([...one.again.columns.compacted], one.name).toEqual([...one.free.columns.compacted]);
    }
  });

  it.each(acting.filter(({ id }) => ONCE.includes(id)).map((policy) => [policy.id, policy]))(
    'is it across its first compaction, and exact until it diverges: %s',
    (_, policy) => {
      for (const one of roundTrips(policy, sources, {
        windows: [30_000],
        bytes: bytesOf(policy.id),
      })) {
        const { divergence } = one.again;
        const first = firstAlike(one);
        if (first >= 0) expect(divergence < 0 || divergence > first, one.name).toBe(true);
        const exact = wrongReals(one).every((step) => divergence >= 0 && step >= divergence);
        expect(exact, one.name).toBe(true);
      }
    },
  );

  it('rejoins it with another summary: the recorded real and the difference of the two', () => {
    const wrong: string[] = [];
    let steps = 0;
    for (const policy of acting.filter(({ id }) => ['claude-code', 'pi', 'roo'].includes(id))) {
      const summary = { summaryBytes: 12_000 };
      for (const one of roundTrips(policy, sources, { windows: [30_000], summary })) {
        const { again, recording } = one;
        expect(again.divergence, one.name).toBe(one.free.columns.compacted.indexOf(1));
        again.marks.forEach((bits, step) => {
          const real = recording.steps.real[step] ?? -1;
          if ((bits & mark.rejoined) === 0 || real < 0) return;
          const more = (again.columns.real[step] ?? 0) - real;
          const off = Math.abs(more - differenceAt(one, step));
          steps++;
          if (off < 1 && (bits & mark.diverged) !== 0) return;
          wrong.push(`${policy.id} ${one.name} step ${step}: ${off}`);
        });
      }
    }
    expect(wrong).toEqual([]);
    expect(steps).toBeGreaterThan(100);
  });
});

/** Real tokens by which the summary in a step's request is longer than the recorded one. */
function differenceAt({ again, recording }: RoundTrip, step: number): number {
  const { columns, form, session } = again;
  const theirs = recording.head.compactions.findLast(
    (one) => one.kind === 'summary' && one.step <= step,
  );
  const bytes =
    columns.injected[step] === 1 ? form.wrapperBytes + (columns.summaryBytes[step] ?? 0) : 0;
  const tokens = quarterFloor(bytes) - quarterFloor(theirs?.summaryBytes ?? 0);
  return session.projection.density.value * tokens;
}
