/**
 * One `Compact()` on a ready conversation, as in the reference's single-shot tests: a session of
 * one step, without prefix and without usage. golden/singleshot.json, golden/history.json.
 */
import { decisionOf } from '@/lib/engine/mechanisms/correction';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { type Replay } from '@/lib/engine/replay/replay';
import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** One content of a conversation by its size. */
export interface SingleShotEntry {
  readonly role: 'user' | 'model';
  readonly kind: 'text' | 'call' | 'response';
  /** Heuristic tokens. */
  readonly tokens: number;
  /** Bytes of a text, if known; `tokens` × 4 otherwise. */
  readonly textBytes?: number;
}

/** A conversation as a session whose only step sends all of it. */
export function singleShotSession(entries: readonly SingleShotEntry[]): Replayable {
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, {
    name: 'single shot',
    source: {
      format: 'scenario',
      file: 'single shot',
      agent: 'ADK flow simulator',
      agentVersion: null,
      sessionId: 'single-shot',
      lane: 'main',
      parent: null,
    },
    generated: { scenario: 'single shot' },
  });
  builder.prefix({ system: [], tools: [] });
  for (const { role, kind, tokens, textBytes } of entries) {
    builder.append({
      role,
      parts: [{ kind: 'sized', of: kind, sizes: [textBytes ?? tokens * 4] }],
    });
  }
  builder.step({ label: 'single-shot', reported: false, model: 'generated', ratio: 1 });
  return preparedSession(store.session(builder.finish()));
}

/** One pass of a single shot; a strategy without a tail has only the request's size. */
export interface SingleShotPass {
  readonly newTokenEstimate: number;
  readonly recentMessages?: number;
  readonly splitIdx?: number;
}

/** Result of a single shot, in the vectors' fields. */
export interface SingleShotRow {
  readonly window: number;
  readonly threshold: number;
  readonly buffer: number;
  readonly heuristicBefore: number;
  /** The reference's count of the request: heuristic × 2.5, since there is no usage. */
  readonly tokenCountBefore: number;
  readonly contentsBefore: number;
  readonly heuristicAfter: number;
  readonly contentsAfter: number;
  readonly attempts: number;
  readonly summaryBytes: number;
  /** True if the request's raw heuristic is below the threshold. */
  readonly fits: boolean;
  readonly passes: readonly SingleShotPass[];
}

/** The default factor of every version that has single-shot vectors of this kind. */
const DEFAULT_FACTOR = 2.5;

/** The first step of a replay as a single shot. */
export function singleShotRow(run: Replay): SingleShotRow {
  const { columns, session } = run;
  const [before = 0, after = 0] = [columns.heuristicRaw[0], columns.heuristicSent[0]];
  const threshold = columns.threshold[0] ?? 0;
  return {
    window: columns.window[0] ?? 0,
    threshold,
    buffer: columns.buffer[0] ?? 0,
    heuristicBefore: before,
    tokenCountBefore: decisionOf(before, 0, DEFAULT_FACTOR),
    contentsBefore: session.profile.steps.entries[0] ?? 0,
    heuristicAfter: after,
    contentsAfter: columns.contentsSent[0] ?? 0,
    attempts: columns.attempts[0] ?? 0,
    summaryBytes: columns.summaryBytes[0] ?? 0,
    fits: after < threshold,
    passes: passesOf(run),
  };
}

/** Notes of the passes; a single pass without a tail has none, since the columns hold all of it. */
function passesOf({ columns, notes }: Replay): readonly SingleShotPass[] {
  if (notes.passes.length === 0) {
    const newTokenEstimate = columns.heuristicSent[0] ?? 0;
    return columns.compacted[0] === 1 ? [{ newTokenEstimate }] : [];
  }
  return notes.passes.map(({ contents, split, heuristic, keep }) => ({
    newTokenEstimate: heuristic,
    ...(keep > 0 ? { recentMessages: contents - split, splitIdx: split } : {}),
  }));
}
