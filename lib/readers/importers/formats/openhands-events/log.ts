import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/engine/session/builder';
import type { EntryRef, EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Limit, Part, Prefix } from '@/lib/engine/session/schema';
import { NoticeList } from '@/lib/engine/session/notice-list';
import { entryOf } from '../../mechanisms/session-facts';

/** Place of an event. */
export interface EventPlace {
  readonly id: string;
  readonly at: number | string;
  readonly time: string | null;
}

/** A condensation: the forgotten events and their replacement. */
interface Condensation {
  readonly forgotten: readonly string[];
  /** First and last number of the forgotten events, if they are not listed one by one. */
  readonly between?: readonly [number, number] | null;
  readonly summary: readonly Part[];
  readonly time: string | null;
}

type Deed =
  | { readonly kind: 'entry'; readonly ref: EntryRef }
  | { readonly kind: 'step'; readonly step: { input: StepInput } }
  | { readonly kind: 'condensation'; readonly condensation: Condensation };

/** The model's output in one response; its calls are separate events. */
interface Response extends EventPlace {
  readonly parts: Part[];
  readonly events: string[];
}

/** A log whose steps may get their usage after later events were read. */
export class OpenHandsLog {
  readonly notices = new NoticeList();
  prefix: Partial<Prefix> = {};
  limit: Limit | null = null;
  readonly #deeds: Deed[] = [];
  /** Entry of each event that the log holds. */
  readonly #entryOf = new Map<string, number>();
  #entries = 0;
  #open: Response | null = null;
  #newest: string | null = null;
  #answering = false;

  constructor(private readonly store: EntryStore) {}

  /** Begins a response: a step. False if the event belongs to the newest one. */
  begins(response: string): boolean {
    return this.#newest !== response;
  }

  /** Takes a step; its usage may be added later. */
  step(response: string, input: StepInput): { input: StepInput } {
    this.#close();
    this.#newest = response;
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const step = { input: { label, ...input } };
    this.#deeds.push({ kind: 'step', step });
    return step;
  }

  /** Adds to the model's output in a response. */
  wrote(response: string, parts: readonly Part[], event: EventPlace): void {
    if (this.#open?.id !== response) {
      this.#close();
      this.#open = { id: response, parts: [], events: [], at: event.at, time: event.time };
    }
    this.#open.parts.push(...parts);
    this.#open.events.push(event.id);
  }

  /** Appends a text of a user, a tool or the system. */
  heard(parts: readonly Part[], event: EventPlace): void {
    this.#close();
    this.#answering = parts.some(({ kind }) => kind === 'response');
    this.#append('user', parts, [event.id], event);
  }

  condense(condensation: Condensation): void {
    this.#close();
    this.#deeds.push({ kind: 'condensation', condensation });
    this.#answering = false;
  }

  /** The session; null if no model was called. */
  finish(info: SessionInfo): SessionDraft | null {
    this.#close();
    const builder = new SessionBuilder(this.store, info);
    builder.prefix(this.prefix);
    if (this.limit !== null) builder.limit(this.limit);
    const hidden = new Set<number>();
    for (const deed of this.#deeds) {
      if (deed.kind === 'entry') builder.appendRef(deed.ref);
      else if (deed.kind === 'step') builder.step(deed.step.input);
      else this.#compact(builder, deed.condensation, hidden);
    }
    this.notices.giveTo(builder);
    return builder.stepCount > 0 ? builder.finish() : null;
  }

  #compact(
    builder: SessionBuilder,
    { forgotten, between = null, summary, time }: Condensation,
    hidden: Set<number>,
  ): void {
    const hide = (entry: number | undefined): void => {
      if (entry !== undefined && entry < builder.entryCount) hidden.add(entry);
    };
    for (const id of forgotten) hide(this.#entryOf.get(id));
    if (between !== null) {
      for (const [id, entry] of this.#entryOf) {
        if (Number(id) >= between[0] && Number(id) <= between[1]) hide(entry);
      }
    }
    // Without a list of all entries: a log has as many condensations as it likes.
    const kept: [number, number][] = [];
    for (let entry = 0; entry < builder.entryCount; entry++) {
      const newest = kept.at(-1);
      if (hidden.has(entry)) continue;
      if (newest?.[1] === entry) newest[1] = entry + 1;
      else kept.push([entry, entry + 1]);
    }
    builder.compaction({ kind: 'summary', trigger: 'unknown', summary, kept, time });
  }

  #close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#answering = false;
    this.#append('model', open.parts, open.events, open);
  }

  #append(
    role: Entry['role'],
    parts: readonly Part[],
    events: readonly string[],
    { at, time }: Omit<EventPlace, 'id'>,
  ): void {
    if (parts.length === 0) return;
    for (const id of events) this.#entryOf.set(id, this.#entries);
    this.#entries++;
    this.#deeds.push({ kind: 'entry', ref: this.store.entry(entryOf(role, parts, at, time)) });
  }
}
