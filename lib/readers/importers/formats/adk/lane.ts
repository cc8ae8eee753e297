import { SessionBuilder, type SessionInfo } from '@/lib/engine/session/builder';
import type { EntryRef, EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';
import type { CallNotice } from '../../mechanisms/calls/recorded-call';
import type { JsonObject } from '../../mechanisms/genai';
import { rangesOf } from '../../mechanisms/item-index';
import type { AdkCompaction, AdkContent, AdkEvent } from './event';
import { foreignEntry } from './foreign';
import { GuardTracker, type GuardCompaction } from './guard';
import { entryOf } from '../../mechanisms/session-facts';

/**
 * ADK's native compactions of one lane. Each replaces the events of a window of time; a later
 * window may overlap an earlier one, whose summary then stays, or swallow it whole.
 */
class CompactionWindows {
  /** Time of each entry of the log so far. */
  readonly #times: (number | null)[] = [];
  #active: readonly AdkCompaction[] = [];

  /** Notes that an entry was appended to the log. */
  entry(seconds: number | null): void {
    this.#times.push(seconds);
  }

  /**
   * Takes a compaction at the end of the log so far; returns what the next request holds in its
   * place.
   */
  add(compaction: AdkCompaction): Pick<RecordedCompaction, 'kind' | 'summary' | 'kept'> {
    const survivors = this.#active.filter(
      ({ start, end }) => start < compaction.start || end > compaction.end,
    );
    this.#active = [...survivors, compaction];
    const summary: readonly Part[] = this.#active.flatMap((window) => window.summary);
    return { kind: 'summary', summary, kept: this.#kept() };
  }

  #kept(): RecordedCompaction['kept'] {
    const covered = (seconds: number | null): boolean =>
      seconds !== null && this.#active.some(({ start, end }) => seconds >= start && seconds <= end);
    return rangesOf(this.#times.flatMap((seconds, i) => (covered(seconds) ? [] : [i])));
  }
}

/** One agent's own log inside an ADK session. */
export interface LaneKey {
  readonly branch: string | null;
  readonly author: string;
}

/** Entries of a session's events in the store; each is stored at most once per form. */
export class StoredEvents {
  constructor(private readonly store: EntryStore) {}

  /** The event's content as recorded; null without one. */
  own(event: AdkEvent): EntryRef | null {
    const { content, stored } = event;
    if (content === null) return null;
    return (stored.own ??= this.#entry(content, event));
  }

  /** The event's content as another agent sees it; null if nothing of it is shown. */
  foreign(event: AdkEvent): EntryRef | null {
    const { stored } = event;
    if (stored.foreign !== undefined) return stored.foreign;
    const entry = foreignEntry(event);
    return (stored.foreign = entry && this.#entry(entry, event, event.author));
  }

  #entry({ role, parts }: AdkContent, event: AdkEvent, label?: string): EntryRef {
    const { id, at, time, language, stored } = event;
    const entry = entryOf(role, parts, id ?? at, time, label);
    // ADK for TypeScript counts them among the events that it keeps.
    const counts = language === 'typescript' && (stored.empty ?? 0) > 0;
    return this.store.entry(counts ? { ...entry, empty: stored.empty } : entry);
  }
}

/** Input for a lane's session. */
interface LaneInput {
  readonly key: LaneKey;
  readonly info: SessionInfo;
  /** The events of the session in order, of every agent. */
  readonly events: readonly AdkEvent[];
  /** The events of this lane that are model calls. */
  readonly calls: ReadonlySet<AdkEvent>;
  /** The calls among them whose response stopped at the output limit. */
  readonly lengthStops: ReadonlySet<AdkEvent>;
  readonly stored: StoredEvents;
  /** The session's state at its end, ContextGuard's keys only. */
  readonly finalState: JsonObject;
  /** Oddities of the whole recording. */
  readonly notices: readonly CallNotice[];
}

/** Builds the session of one lane. */
export function buildLane(store: EntryStore, input: LaneInput): SessionDraft {
  const lane = new Lane(store, input);
  for (const event of input.events) lane.take(event);
  return lane.finish();
}

class Lane {
  readonly #builder: SessionBuilder;
  readonly #guard: GuardTracker;
  readonly #windows = new CompactionWindows();

  constructor(
    store: EntryStore,
    private readonly input: LaneInput,
  ) {
    this.#builder = new SessionBuilder(store, input.info);
    this.#guard = new GuardTracker(input.key.author);
  }

  take(event: AdkEvent): void {
    const guardCompaction = this.#guard.apply(event.stateDelta);
    if (!visible(this.input.key, event)) return;
    if (event.compaction !== null) {
      const { compaction, time } = event;
      this.#builder.compaction({ ...this.#windows.add(compaction), time });
    }
    if (guardCompaction) this.#guardCompaction(guardCompaction, event);
    if (this.input.calls.has(event)) this.#step(event);
    this.#append(event);
  }

  finish(): SessionDraft {
    const { finalState, notices } = this.input;
    for (const { code, message } of notices) this.#builder.notice(code, message);
    for (const key of this.#guard.differences(finalState)) {
      this.#builder.notice(
        'guard-state-differs',
        this.#guard.state === null
          ? "ContextGuard's state is recorded at the end of the session only, not step by step."
          : "The session's final state differs from what its events add up to.",
        key,
      );
    }
    return this.#builder.finish();
  }

  #append(event: AdkEvent): void {
    const { key, stored } = this.input;
    if (event.hidden) return;
    const own = event.author === key.author || event.author === 'user';
    const ref = own ? stored.own(event) : stored.foreign(event);
    if (ref === null) return;
    this.#builder.appendRef(ref);
    this.#windows.entry(event.seconds);
  }

  #step(event: AdkEvent): void {
    const { real, counts, flags } = normalizeUsage(event.usage, 'gemini');
    const { rejection } = event;
    const guard = this.#guard.state;
    this.#builder.step({
      real,
      rejected: rejection !== null,
      ...rejection,
      ...counts,
      usage: event.usage as Json,
      model: event.model,
      time: event.time,
      lengthStop: this.input.lengthStops.has(event),
      ...(guard === null ? {} : { guard }),
    });
    for (const flag of flags) {
      this.#builder.notice(`usage-${flag}`, `The usage record is ${flag}.`, event.at);
    }
  }

  /** ContextGuard replaced everything up to its watermark while it built this event's request. */
  #guardCompaction({ summary, watermark, preTokens }: GuardCompaction, event: AdkEvent): void {
    const entries = this.#builder.entryCount;
    if (watermark > entries) {
      this.#builder.notice(
        'guard-watermark',
        `ContextGuard's watermark ${watermark} exceeds the ${entries} entries of the recording.`,
        event.at,
      );
    }
    this.#builder.compaction({
      trigger: 'auto',
      summary: [{ kind: 'text', text: wrapped(summary) }],
      kept: watermark < entries ? [[Math.max(0, watermark), entries]] : [],
      preTokens,
      time: event.time,
    });
  }
}

/** The entry that ContextGuard puts in place of the covered entries. */
function wrapped(summary: string): string {
  return `[Previous conversation summary]\n${summary}\n[End of summary - conversation continues below]`;
}

/** An agent sees events without a branch and those of its own branch and the ones above it. */
function visible({ branch }: LaneKey, event: AdkEvent): boolean {
  if (branch === null || event.branch === null || branch === event.branch) return true;
  return branch.startsWith(`${event.branch}.`);
}
