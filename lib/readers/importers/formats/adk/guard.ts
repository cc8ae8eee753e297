/**
 * ContextGuard's session state as ADK records it: keys in an event's `actions.stateDelta`.
 * achetronic/adk-utils-go, plugin/contextguard/contextguard.go.
 */
import { utf8Length } from '@/lib/engine/base/utf8';
import {
  GUARD_PREFIX,
  guardKeyName,
  guardKeys,
  type GuardKey,
} from '@/lib/engine/session/guard-keys';
import type { GuardState, Json } from '@/lib/engine/session/schema';
import type { JsonObject } from '../../mechanisms/genai';

/** The state of one agent at a point of the log. */
type State = GuardState & { readonly summary: string | null };

const empty: State = {
  realTokens: null,
  lastHeuristic: null,
  watermark: null,
  summaryBytes: null,
  summarizedAt: null,
  summary: null,
};

/** A compaction found in the state. */
export interface GuardCompaction {
  readonly summary: string;
  readonly watermark: number;
  readonly preTokens: number | null;
}

/** The ContextGuard keys of a state. */
export function guardState(state: JsonObject): JsonObject {
  const keys: Record<string, Json> = {};
  for (const key in state) if (key.startsWith(GUARD_PREFIX)) keys[key] = state[key] ?? null;
  return keys;
}

/** Follows one agent's ContextGuard state from event to event. */
export class GuardTracker {
  #state = empty;
  #seen = false;

  constructor(private readonly agent: string) {}

  /** The state so far; null while no event has set a key. */
  get state(): GuardState | null {
    if (!this.#seen) return null;
    const { realTokens, lastHeuristic, watermark, summaryBytes, summarizedAt } = this.#state;
    return { realTokens, lastHeuristic, watermark, summaryBytes, summarizedAt };
  }

  /** Applies an event's delta; returns the compaction it shows, if any. */
  apply(delta: JsonObject): GuardCompaction | null {
    const before = this.#state;
    const after = this.#merge(delta);
    if (after === before) return null;
    this.#state = after;
    this.#seen = true;
    const { summary, watermark, summarizedAt } = after;
    const changed = summary !== before.summary || watermark !== before.watermark;
    if (!changed || summary === null || summary === '' || watermark === null) return null;
    return { summary, watermark, preTokens: summarizedAt };
  }

  /** Names of the keys in which a final state differs from the sum of the deltas. */
  differences(state: JsonObject): readonly string[] {
    const final = this.#merge(state);
    if (final === this.#state) return [];
    return guardKeys
      .filter((key) => final[key] !== this.#state[key])
      .map((key) => guardKeyName(key, this.agent));
  }

  #merge(delta: JsonObject): State {
    let state = this.#state;
    for (const key in delta) {
      const field = key.startsWith(GUARD_PREFIX) ? this.#fieldOf(key) : undefined;
      const value = delta[key];
      if (field === undefined || value === undefined) continue;
      if (field === 'summary') {
        const summary = typeof value === 'string' ? value : null;
        state = { ...state, summary, summaryBytes: summary === null ? null : utf8Length(summary) };
      } else state = { ...state, [field]: integer(value) };
    }
    return state;
  }

  #fieldOf(name: string): GuardKey | undefined {
    return guardKeys.find((key) => name === guardKeyName(key, this.agent));
  }
}

/** State values come back from JSON and databases as numbers, or as their digits. */
function integer(value: Json): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  const whole = typeof number === 'number' ? Math.trunc(number) : NaN;
  return Number.isSafeInteger(whole) ? whole : null;
}
