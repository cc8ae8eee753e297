import type { DraftStep, EntryRef, EntryStore, SessionDraft } from './draft';
import {
  SESSION_VERSION,
  type Entry,
  type GuardState,
  type Json,
  type Limit,
  type Notice,
  type Prefix,
  type RecordedCompaction,
  type Source,
} from './schema';

/** What an importer says of a step; everything but `entries` has a default. */
export interface StepInput {
  readonly real?: number | null;
  readonly reported?: boolean;
  readonly rejected?: boolean;
  readonly limit?: number | null;
  readonly usage?: Json;
  /** A usage record that the store holds already; instead of `usage`. */
  readonly usageRef?: number;
  readonly model?: string | null;
  readonly time?: string | null;
  readonly label?: string;
  readonly ratio?: number;
  /** The response stopped at the output limit. */
  readonly lengthStop?: boolean;
  /** Tokens of the response, and the share of real written to the cache; null where unknown. */
  readonly output?: number | null;
  readonly cacheWrite?: number | null;
  readonly guard?: GuardState;
  /** Entries of the log in the request; the whole log so far when left out. */
  readonly entries?: number;
}

/** What identifies a session; the rest of the head is collected while building. */
export interface SessionInfo {
  readonly name: string;
  readonly source: Source;
  readonly thoughts?: 'kept' | 'stripped';
  readonly generated?: { readonly scenario: string };
}

/** The most places a notice names. */
const NOTICE_PLACES = 5;

/** The only way to make a session: appends entries, steps and compactions in log order. */
export class SessionBuilder {
  readonly #store: EntryStore;
  #info: SessionInfo;
  readonly #entries: EntryRef[] = [];
  readonly #steps: DraftStep[] = [];
  readonly #compactions: RecordedCompaction[] = [];
  readonly #notices = new Map<string, Notice>();
  #prefix: Prefix = { system: null, tools: null };
  #limit: Limit | null = null;

  constructor(store: EntryStore, info: SessionInfo) {
    this.#store = store;
    this.#info = info;
  }

  /** Entries appended so far. */
  get entryCount(): number {
    return this.#entries.length;
  }

  /** Steps taken so far. */
  get stepCount(): number {
    return this.#steps.length;
  }

  /** Refs of the entries appended so far. */
  get refs(): readonly EntryRef[] {
    return this.#entries;
  }

  /** Changes what identifies the session; for facts that stand late in a trace. */
  rename(change: Partial<SessionInfo>): void {
    this.#info = { ...this.#info, ...change };
  }

  /** Stores an entry and appends it to the log; returns its position. */
  append(entry: Entry): number {
    return this.appendRef(this.#store.entry(entry));
  }

  /** Appends an entry that the store holds already (shared by another session of the trace). */
  appendRef(ref: EntryRef): number {
    return this.#entries.push(ref) - 1;
  }

  /** Takes a step whose request holds the log so far. */
  step(input: StepInput = {}): void {
    const real = input.real ?? null;
    const rejected = input.rejected ?? false;
    const usage = input.usage;
    const step: DraftStep = {
      entries: input.entries ?? this.#entries.length,
      real,
      reported: input.reported ?? (real !== null && !rejected),
      rejected,
      limit: input.limit ?? null,
      usage:
        usage === undefined || usage === null ? (input.usageRef ?? -1) : this.#store.usage(usage),
      model: input.model ?? null,
      time: input.time ?? null,
      label: input.label ?? '',
    };
    this.#steps.push(withRest(step, input));
  }

  /** Records a compaction at the end of the log so far; it belongs to the next step. */
  compaction(input: Partial<Omit<RecordedCompaction, 'entry' | 'step'>> = {}): void {
    this.#compactions.push({
      entry: this.#entries.length,
      step: this.#steps.length,
      kind: input.kind ?? 'summary',
      trigger: input.trigger ?? 'unknown',
      summary: input.summary ?? [],
      kept: input.kept ?? [],
      elided: input.elided ?? [],
      preTokens: input.preTokens ?? null,
      postTokens: input.postTokens ?? null,
      time: input.time ?? null,
    });
  }

  /** Replaces what is known of the newest compaction (its summary often follows the boundary). */
  amendCompaction(change: Partial<RecordedCompaction>): void {
    const newest = this.#compactions.pop();
    if (newest) this.#compactions.push({ ...newest, ...change });
  }

  prefix(prefix: Partial<Prefix>): void {
    this.#prefix = { ...this.#prefix, ...prefix };
  }

  limit(limit: Limit): void {
    this.#limit = limit;
  }

  /** Adds a notice, or counts one more of it. */
  notice(code: string, message: string, at?: string | number): void {
    const known = this.#notices.get(code);
    const places = known?.at ?? [];
    const full = at === undefined || places.length >= NOTICE_PLACES;
    this.#notices.set(code, {
      code,
      message: known?.message ?? message,
      at: full ? places : [...places, at],
      times: (known?.times ?? 0) + 1,
    });
  }

  /** The finished draft. */
  finish(): SessionDraft {
    return {
      head: {
        format: 'highwater-session',
        version: SESSION_VERSION,
        name: this.#info.name,
        source: this.#info.source,
        model: mostCommon(this.#steps.map((step) => step.model)),
        limit: this.#limit,
        prefix: this.#prefix,
        thoughts: this.#info.thoughts ?? 'kept',
        generated: this.#info.generated ?? null,
        compactions: this.#compactions,
        notices: [...this.#notices.values()],
      },
      entries: this.#entries,
      steps: this.#steps,
    };
  }
}

/**
 * Adds what not every step has. The usual step is written out: an object made by several spreads
 * takes three times the memory, and a long session has 100,000 of them.
 */
function withRest(step: DraftStep, input: StepInput): DraftStep {
  const { ratio, guard, lengthStop = false, output = null, cacheWrite = null } = input;
  if (
    output !== null &&
    cacheWrite !== null &&
    !lengthStop &&
    ratio === undefined &&
    guard === undefined
  ) {
    const { entries, real, reported, rejected, limit, usage, model, time, label } = step;
    return {
      entries,
      real,
      reported,
      rejected,
      limit,
      usage,
      model,
      time,
      label,
      output,
      cacheWrite,
    };
  }
  return {
    ...step,
    ...(ratio === undefined ? {} : { ratio }),
    ...(lengthStop ? { lengthStop } : {}),
    ...(output === null ? {} : { output }),
    ...(cacheWrite === null ? {} : { cacheWrite }),
    ...(guard === undefined ? {} : { guard }),
  };
}

/** The most frequent value that is not null; the earliest among equals. */
function mostCommon(values: readonly (string | null)[]): string | null {
  const times = new Map<string, number>();
  for (const value of values) if (value !== null) times.set(value, (times.get(value) ?? 0) + 1);
  let best: string | null = null;
  for (const [value, count] of times)
    if (best === null || count > (times.get(best) ?? 0)) best = value;
  return best;
}
