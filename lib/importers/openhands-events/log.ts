import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/session/builder';
import type { EntryRef, EntryStore, SessionDraft } from '@/lib/session/draft';
import type { Entry, Limit, Part, Prefix } from '@/lib/session/schema';
import { NoticeList } from '../notice-list';

/** A condensation: which events it forgot, and what stands for them. */
export interface Condensation {
  readonly forgotten: readonly string[];
  /** First and last number of the events forgotten, where they are not listed one by one. */
  readonly between?: readonly [number, number] | null;
  readonly summary: readonly Part[];
  readonly time: string | null;
}

type Deed =
  | { readonly kind: 'entry'; readonly ref: EntryRef }
  | { readonly kind: 'step'; readonly step: { input: StepInput } }
  | { readonly kind: 'condensation'; readonly condensation: Condensation };

/** What the model wrote in one response; its calls stand in events of their own. */
interface Response {
  readonly id: string;
  readonly parts: Part[];
  readonly events: string[];
  readonly at: number | string;
  readonly time: string | null;
}

/** A log whose steps may learn their usage later than what follows them. */
export class OpenHandsLog {
  readonly notices = new NoticeList();
  prefix: Partial<Prefix> = {};
  limit: Limit | null = null;
  readonly #store: EntryStore;
  readonly #deeds: Deed[] = [];
  /** Entry of each event that the log holds. */
  readonly #entryOf = new Map<string, number>();
  #entries = 0;
  #open: Response | null = null;
  #newest: string | null = null;
  #answering = false;

  constructor(store: EntryStore) {
    this.#store = store;
  }

  /** Begins a response: a step. False where the event belongs to the newest one. */
  begins(response: string): boolean {
    return this.#newest !== response;
  }

  /** Takes a step; its usage may be put in later. */
  step(response: string, input: StepInput): { input: StepInput } {
    this.#close();
    this.#newest = response;
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const step = { input: { ...input, label: input.label ?? label } };
    this.#deeds.push({ kind: 'step', step });
    return step;
  }

  /** Adds to what the model wrote in a response. */
  wrote(
    response: string,
    parts: readonly Part[],
    event: { id: string; at: number | string; time: string | null },
  ): void {
    if (this.#open?.id !== response) {
      this.#close();
      this.#open = { id: response, parts: [], events: [], at: event.at, time: event.time };
    }
    this.#open.parts.push(...parts);
    this.#open.events.push(event.id);
  }

  /** Appends what a user, a tool or the system said. */
  heard(
    parts: readonly Part[],
    event: { id: string; at: number | string; time: string | null; label?: string },
  ): void {
    this.#close();
    this.#answering = parts.some(({ kind }) => kind === 'response');
    this.#append('user', parts, [event.id], event);
  }

  condense(condensation: Condensation): void {
    this.#close();
    this.#deeds.push({ kind: 'condensation', condensation });
    this.#answering = false;
  }

  /** The session; null where no model was called. */
  finish(info: SessionInfo): SessionDraft | null {
    this.#close();
    const builder = new SessionBuilder(this.#store, info);
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
    { at, time, label }: { at: number | string; time: string | null; label?: string },
  ): void {
    if (parts.length === 0) return;
    const entry: Entry = {
      role,
      parts,
      origin: at,
      ...(time === null ? {} : { time }),
      ...(label === undefined ? {} : { label }),
    };
    for (const id of events) this.#entryOf.set(id, this.#entries);
    this.#entries++;
    this.#deeds.push({ kind: 'entry', ref: this.#store.entry(entry) });
  }
}
