import fc from 'fast-check';
import { SessionBuilder } from '../builder';
import { MemoryStore } from '../memory-store';
import type { Part, PartKind, Session } from '../schema';

/** One thing that happens to a generated session. */
type Event =
  | { readonly kind: 'user' | 'model' | 'tool'; readonly sizes: readonly number[] }
  | { readonly kind: 'thought'; readonly size: number }
  | { readonly kind: 'step'; readonly real: number | null; readonly model: string }
  | { readonly kind: 'reject'; readonly real: number }
  | { readonly kind: 'compact'; readonly summary: number; readonly keep: number }
  | { readonly kind: 'fail'; readonly reason: string | null }
  | { readonly kind: 'elide'; readonly back: number };

const size = fc.integer({ min: 0, max: 40_000 });
const real = fc.integer({ min: 0, max: 400_000 });

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('user' as const, 'model' as const, 'tool' as const),
      sizes: fc.array(size, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('thought' as const), size }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      real: fc.option(real, { freq: 4 }),
      model: fc.constantFrom('claude-opus-4-6', 'claude-opus-4-6', 'gpt-5.4'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), real }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('compact' as const),
      summary: size,
      keep: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      reason: fc.constantFrom('rate limited', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('elide' as const),
      back: fc.integer({ min: 1, max: 9 }),
    }),
  },
);

const sized = (of: PartKind, sizes: readonly number[]): Part => ({ kind: 'sized', of, sizes });

/** Sessions with gaps in usage, rejections, model changes, thoughts, compactions and elisions. */
export const arbitrarySession: fc.Arbitrary<Session> = fc
  .record({
    events: fc.array(event, { minLength: 1, maxLength: 60 }),
    thoughts: fc.constantFrom('kept' as const, 'stripped' as const),
  })
  .map(({ events, thoughts }) => build(events, thoughts));

/** Sessions without recorded compactions and elisions. */
export const arbitraryUncompactedSession: fc.Arbitrary<Session> = arbitrarySession.map(
  (session) => ({
    ...session,
    compactions: [],
  }),
);

function build(events: readonly Event[], thoughts: 'kept' | 'stripped'): Session {
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, {
    name: 'generated',
    thoughts,
    source: {
      format: 'test',
      file: 'test',
      agent: 'Test',
      agentVersion: null,
      sessionId: 'generated',
      lane: 'main',
      parent: null,
    },
  });
  for (const one of events) apply(builder, one);
  return store.session(builder.finish());
}

function apply(builder: SessionBuilder, one: Event): void {
  const count = builder.entryCount;
  switch (one.kind) {
    case 'user':
      builder.append({ role: 'user', parts: [sized('text', one.sizes.slice(0, 1))] });
      break;
    case 'model':
      builder.append({ role: 'model', parts: [sized('text', [1]), sized('call', one.sizes)] });
      break;
    case 'tool':
      builder.append({ role: 'user', parts: [sized('response', one.sizes)] });
      break;
    case 'thought':
      builder.append({ role: 'model', parts: [sized('thought', [one.size])] });
      break;
    case 'step':
      builder.step({ real: one.real, model: one.model, label: 'step' });
      break;
    case 'reject':
      builder.step({ real: one.real, rejected: true, limit: Math.max(1, one.real - 1) });
      break;
    case 'compact':
      builder.compaction({
        summary: [sized('text', [one.summary])],
        kept: one.keep > 0 && count > 0 ? [[Math.max(0, count - one.keep), count]] : [],
      });
      break;
    case 'fail':
      builder.compactionFailed({ reason: one.reason });
      break;
    case 'elide':
      if (count > 0)
        builder.compaction({ kind: 'elision', elided: [Math.max(0, count - one.back)] });
  }
}
