import type { DraftStep, EntryRef, EntryStore, SessionDraft } from './draft';
import { NoticeList } from './notice-list';
import {
  type CountEvidence,
  MOST_REASON,
  SESSION_VERSION,
  type AskedOptions,
  type AskedSpan,
  usageCounts,
  type Entry,
  type FailedCompaction,
  type Limit,
  type Prefix,
  type RecordedCompaction,
  type RefusalDetail,
  type Source,
  type Step,
  type UsageCounts,
} from './schema';

/**
 * An importer's facts about a step; everything has a default: null, and for `entries`, the entries
 * of the log in the request, the whole log so far.
 */
export interface StepInput
  extends Partial<Omit<Step, 'lengthStop' | 'refusal' | keyof UsageCounts>>, Partial<UsageCounts> {
  /** Ref of a usage record that is already in the store; replaces `usage`. */
  readonly usageRef?: number;
  /** The response stopped at the output limit. */
  readonly lengthStop?: boolean;
  /** Tokens of the window that the program decided by; as before where null or omitted. */
  readonly window?: number | null;
  /** What its request asked of the model; as before where omitted, nothing where empty. */
  readonly asked?: AskedOptions;
  /** As in `refusal`. */
  readonly reserved?: number | null;
  readonly over?: number | null;
}

/** Identity of a session; the rest of the head is collected while building. */
export interface SessionInfo {
  readonly name: string;
  /** Version, lane and parent may be omitted: null, `main`, null. */
  readonly source: Pick<Source, 'format' | 'file' | 'agent' | 'sessionId'> & Partial<Source>;
  /** Kept if omitted. */
  readonly thoughts?: 'kept' | 'stripped';
  /** The program kept no reasoning in its log: nothing of it is missing. */
  readonly reasoning?: 'none';
  readonly generated?: { readonly scenario: string };
  /** Folder or repository that the agent worked in; unknown if omitted. */
  readonly project?: string | null;
  /** The user or account that the file names; unknown if omitted. */
  readonly user?: string | null;
}

/** A window as the file names it, from a step on. */
interface RecordedWindow {
  readonly from: number;
  readonly limit: Limit;
}

/** A value while it is being built. */
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** The only way to make a session: appends entries, steps and compactions in log order. */
export class SessionBuilder {
  readonly #store: EntryStore;
  #info: SessionInfo;
  readonly #entries: EntryRef[] = [];
  readonly #steps: DraftStep[] = [];
  readonly #compactions: RecordedCompaction[] = [];
  readonly #failed: FailedCompaction[] = [];
  readonly #notices = new NoticeList();
  #prefix: Prefix = { system: null, tools: null };
  #limit: Limit | null = null;
  readonly #windows: RecordedWindow[] = [];
  readonly #asked: AskedSpan[] = [];

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

  /** Changes the session's identity, for facts that come late in a trace. */
  rename(change: Partial<SessionInfo>): void {
    this.#info = { ...this.#info, ...change };
  }

  /** Stores an entry and appends it to the log; returns its position. */
  append(entry: Entry): number {
    return this.appendRef(this.#store.entry(entry));
  }

  /** Appends an entry that is already in the store (shared by another session of the trace). */
  appendRef(ref: EntryRef): number {
    return this.#entries.push(ref) - 1;
  }

  /** Takes a step whose request holds the log so far. */
  step(input: StepInput = {}): void {
    const real = input.real ?? null;
    const rejected = input.rejected ?? false;
    const usage = input.usage;
    if (typeof input.window === 'number') this.window(input.window);
    if (input.asked !== undefined) this.#ask(input.asked);
    const step: Mutable<DraftStep> = {
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
    // Fields that only some steps have. Set one by one: an object made by several spreads takes
    // three times the memory, and a long session has 100,000 of them.
    if (input.ratio !== undefined) step.ratio = input.ratio;
    if (input.lengthStop === true) step.lengthStop = true;
    for (const name of usageCounts) {
      const tokens = input[name];
      if (typeof tokens === 'number') step[name] = tokens;
    }
    if (input.guard !== undefined) step.guard = input.guard;
    if (rejected) addRefusal(step, input);
    if (input.counted !== undefined) step.counted = input.counted;
    this.#steps.push(step);
  }

  /** Says of a step that was taken before what its usage record counts. */
  amendCount(step: number, counted: CountEvidence): void {
    const taken = this.#steps[step];
    if (taken) this.#steps[step] = { ...taken, counted };
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
      ...(input.json === undefined ? {} : { json: input.json }),
    });
  }

  /** Records a compaction that failed at the end of the log so far; it belongs to the next step. */
  compactionFailed(input: Partial<Omit<FailedCompaction, 'step'>> = {}): void {
    this.#failed.push({
      step: this.#steps.length,
      trigger: input.trigger ?? 'unknown',
      preTokens: input.preTokens ?? null,
      reason: input.reason?.slice(0, MOST_REASON) ?? null,
      time: input.time ?? null,
    });
  }

  /** Updates the newest compaction (its summary often follows the boundary). */
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

  /** The program decides by this window from the next step on; the first one named, from the first step. */
  window(tokens: number): void {
    const { length } = this.#steps;
    const newest = this.#windows.at(-1);
    if (newest?.limit.tokens === tokens) return;
    if (newest?.from === length) this.#windows.pop();
    const limit = { tokens, source: 'recording' } as const;
    this.#windows.push({ from: newest === undefined ? 0 : length, limit });
  }

  /** Requests ask for this from the next step on. */
  #ask({ maxOutput, effort }: AskedOptions): void {
    const newest = this.#asked.at(-1);
    if (newest?.maxOutput === maxOutput && newest?.effort === effort) return;
    const from = this.#steps.length;
    this.#asked.push({
      from,
      ...(maxOutput !== undefined && { maxOutput }),
      ...(effort !== undefined && { effort }),
    });
  }

  /** Adds a notice, or increases the count of an existing one. */
  notice(code: string, message: string, at?: string | number): void {
    this.#notices.notice(code, message, at);
  }

  /** The finished draft. */
  finish(): SessionDraft {
    const { project, user } = this.#info;
    const windows = this.#windows.filter(({ from }) => from < Math.max(1, this.#steps.length));
    const window = longest(windows, this.#steps.length);
    const limit = this.#limit ?? window;
    const environments = windows.map(({ from, limit: own }) => ({
      from,
      window: own.tokens,
      ...(own.tokens !== limit?.tokens && { limit: own }),
    }));
    return {
      head: {
        format: 'highwater-session',
        version: SESSION_VERSION,
        name: this.#info.name,
        source: sourceOf(this.#info),
        model: mostCommon(this.#steps),
        limit,
        // One window for all steps is the limit.
        ...(windows.length > (this.#limit === null ? 1 : 0) && { environments }),
        ...(this.#asked.length > 0 && { asked: this.#asked }),
        prefix: this.#prefix,
        thoughts: this.#info.thoughts ?? 'kept',
        ...(this.#info.reasoning !== undefined && { reasoning: this.#info.reasoning }),
        generated: this.#info.generated ?? null,
        compactions: this.#compactions,
        ...(this.#failed.length > 0 && { failedCompactions: this.#failed }),
        notices: this.#notices.all,
      },
      entries: this.#entries,
      steps: this.#steps,
      ...(typeof project === 'string' && { project }),
      ...(typeof user === 'string' && { user }),
    };
  }
}

/** Keeps what a refusal says of the response's share, or of a limit that it does not name. */
function addRefusal(step: Mutable<DraftStep>, { reserved, over, real, limit }: StepInput): void {
  const said: Mutable<RefusalDetail> = {};
  if (typeof reserved === 'number') said.reserved = reserved;
  if (typeof over === 'number' && (real ?? limit ?? null) === null) said.over = over;
  if (Object.keys(said).length > 0) step.refusal = said;
}

/** The source with every field, in schema order. */
function sourceOf({ source }: SessionInfo): Source {
  const {
    format,
    file,
    agent,
    agentVersion = null,
    sessionId,
    lane = 'main',
    parent = null,
  } = source;
  return { format, file, agent, agentVersion, sessionId, lane, parent };
}

/** The window of most steps; the earliest among equals, null without one. */
function longest(windows: readonly RecordedWindow[], steps: number): Limit | null {
  let best: Limit | null = null;
  let most = -1;
  const times = new Map<number, number>();
  windows.forEach(({ from, limit }, i) => {
    const end = windows[i + 1]?.from ?? steps;
    const count = (times.get(limit.tokens) ?? 0) + end - from;
    times.set(limit.tokens, count);
    if (count <= most) return;
    most = count;
    best = limit;
  });
  return best;
}

/** The most frequent model of the steps; the earliest among equals. */
function mostCommon(steps: readonly DraftStep[]): string | null {
  const times = new Map<string, number>();
  for (const { model } of steps) if (model !== null) times.set(model, (times.get(model) ?? 0) + 1);
  let best: string | null = null;
  for (const [model, count] of times)
    if (best === null || count > (times.get(best) ?? 0)) best = model;
  return best;
}
