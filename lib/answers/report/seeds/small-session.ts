import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { PartKind } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';

/** One entry by its sizes: UTF-8 bytes of each separately floored field. */
export interface SizedEntry {
  readonly role: 'user' | 'model';
  readonly kind: PartKind;
  readonly sizes: readonly number[];
}

/** A step: the entries added before it, and real ÷ heuristic of its request. */
export interface SizedStep {
  readonly label: string;
  readonly entries: readonly SizedEntry[];
  readonly ratio: number;
  readonly reported?: boolean;
}

/** A generated session, listed entry by entry. */
interface SmallSession {
  readonly name: string;
  readonly limit: number;
  /** Heuristic tokens of the system prompt; 0 if omitted. */
  readonly prefixTokens?: number;
  readonly steps: readonly SizedStep[];
}

/** Builds and measures a small session, ready for replays. */
export function smallSession({ name, limit, steps, prefixTokens = 0 }: SmallSession): Replayable {
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, {
    name,
    source: {
      format: 'scenario',
      file: name,
      agent: 'Highwater',
      sessionId: name,
    },
    generated: { scenario: name },
  });
  builder.limit({ tokens: limit, source: 'user' });
  const system = { kind: 'sized', of: 'text', sizes: [prefixTokens * 4] } as const;
  builder.prefix({ system: [system], tools: [] });
  for (const { entries, label, ratio, reported = true } of steps) {
    for (const { role, kind, sizes } of entries) {
      builder.append({ role, parts: [{ kind: 'sized', of: kind, sizes }] });
    }
    builder.step({ label, ratio, reported, model: 'generated' });
  }
  return prepare(measureSession(store.session(builder.finish())));
}
