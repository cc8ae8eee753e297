import { LEAST_JOINED } from '@/lib/engine/replay/projection/density';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { sizeEntries } from './entry-weights';
import { densityAt, entrySizes, sessionGrowth } from './session-growth';

/** Real tokens of a recording's entries and of what is in none, all whole. */
export interface LogSizes {
  /** Each entry as it came in, its thoughts included: the growth of its step, taken apart. */
  readonly entries: Int32Array;
  /** The share of it that thoughts have which the source strips when their turn ends. */
  readonly thoughts: Int32Array;
  /** System prompt and tool definitions, recorded or not. */
  readonly prefix: number;
  /** The conversation before the recording begins; 0 for a whole one. */
  readonly head: number;
  /** What joined the prefix later, by step. */
  readonly joined: readonly { readonly step: number; readonly tokens: number }[];
}

/** The sizes of a session's log; computed once. */
export const logSizes = oncePer(measureLog);

function measureLog(session: Replayable): LogSizes {
  const { profile, projection } = session;
  const { stepCount, steps } = profile;
  const entries = new Int32Array(profile.entryCount);
  const first = steps.real.findIndex((real) => real >= 0);
  const growth = sessionGrowth(session);
  let sized = 0;
  const fill = (step: number, to: number): void => {
    const grew = floatAt(projection.sizes, to) - floatAt(projection.sizes, sized);
    const range = { from: sized, to, density: densityAt(session, step), growth: Math.round(grew) };
    entries.set(sizeEntries(session, range), sized);
    sized = to;
  };
  if (first >= 0) fill(first, intAt(steps.entries, first));
  for (const one of growth.steps) {
    entries.set(entrySizes(session, one), one.from);
    sized = Math.max(sized, one.to);
  }
  for (let i = Math.max(0, first); i < stepCount; i++) {
    if (intAt(steps.entries, i) > sized) fill(i, intAt(steps.entries, i));
  }
  if (stepCount > 0 && sized < profile.entryCount) fill(stepCount - 1, profile.entryCount);
  return {
    entries,
    thoughts: thoughtsOf(session, entries),
    prefix: prefixOf(session, first, entries),
    head: Math.round(projection.head),
    joined: joinedOf(session),
  };
}

/** Shares of the entries' sizes by heuristic; 0 where the source keeps its thoughts. */
function thoughtsOf({ profile, projection }: Replayable, entries: Int32Array): Int32Array {
  const { thoughtSum } = profile;
  const { text } = projection.charges;
  return entries.map((tokens, i) => {
    const own = intAt(thoughtSum, i + 1) - intAt(thoughtSum, i);
    const rest = intAt(text, i + 1) - intAt(text, i);
    return own === 0 ? 0 : Math.round((tokens * own) / (own + rest));
  });
}

/** What the first request holds beside its entries; as the projection has it where that is no evidence. */
function prefixOf({ profile, projection }: Replayable, first: number, entries: Int32Array): number {
  const whole = profile.head.compactions.every(({ step }) => step > first);
  if (projection.prefixSource !== 'recorded' || !whole) return Math.round(projection.prefix);
  const visible = entries.subarray(0, intAt(profile.steps.entries, first));
  return Math.max(
    0,
    intAt(profile.steps.real, first) - visible.reduce((sum, tokens) => sum + tokens, 0),
  );
}

/**
 * Steps at which the projection lets hidden tokens stay: all that the growth leaves unexplained there, or
 * the part that a compaction leaves.
 */
function joinedOf(session: Replayable): LogSizes['joined'] {
  const { joined } = session.projection;
  return sessionGrowth(session).steps.flatMap(({ step, unexplained }) => {
    const left = floatAt(joined, step) - (joined[step - 1] ?? 0);
    if (unexplained <= 0 || left <= 0) return [];
    return [{ step, tokens: left < LEAST_JOINED ? Math.round(left) : unexplained }];
  });
}
