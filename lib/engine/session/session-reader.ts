import { err, ok, type Result } from '@/lib/engine/base/result';
import { SessionCheck } from './check';
import type { DraftStep, EntryStore, SessionDraft } from './draft';
import { entrySchema, sessionSchema, stepSchema, type SessionHead } from './schema';
import { schemaError } from './schema-error';
import { upgradeSession, type SessionError } from './upgrade';

/** Reads a canonical session entry by entry and step by step; its entries go into the store at once. */
export class SessionReader {
  /** JSON path of the session, a prefix of error paths: `$.sessions[2].steps[3].entries`. */
  readonly at: string;
  readonly #head: SessionHead;
  readonly #store: EntryStore;
  readonly #check = new SessionCheck();
  readonly #entries: number[] = [];
  readonly #steps: DraftStep[] = [];

  private constructor(head: SessionHead, at: string, store: EntryStore) {
    this.#head = head;
    this.at = at;
    this.#store = store;
  }

  /** Begins a session, given without entries and steps. */
  static open(value: unknown, at: string, store: EntryStore): Result<SessionReader, SessionError> {
    const upgraded = upgradeSession(value, at);
    if (!upgraded.ok) return upgraded;
    const parsed = sessionSchema.safeParse(upgraded.value);
    if (!parsed.success) return err(schemaError(parsed.error, at));
    const { entries, steps, ...head } = parsed.data;
    const reader = new SessionReader(head, at, store);
    for (const [i, entry] of entries.entries()) reader.entry(entry, `${at}.entries[${i}]`);
    for (const [i, step] of steps.entries()) reader.step(step, `${at}.steps[${i}]`);
    return ok(reader);
  }

  /** Takes the next entry; returns its error or null. */
  entry(value: unknown, at: string): SessionError | null {
    const parsed = entrySchema.safeParse(value);
    if (!parsed.success) return schemaError(parsed.error, at);
    this.#check.entry(parsed.data);
    this.#entries.push(this.#store.entry(parsed.data));
    return null;
  }

  /** Takes the next step; returns its error or null. */
  step(value: unknown, at: string): SessionError | null {
    const parsed = stepSchema.safeParse(value);
    if (!parsed.success) return schemaError(parsed.error, at);
    const step = parsed.data;
    this.#check.step(step);
    this.#steps.push({ ...step, usage: step.usage === null ? -1 : this.#store.usage(step.usage) });
    return null;
  }

  /** The session if it is consistent. */
  finish(): Result<SessionDraft, SessionError> {
    const fault = this.#check.end(this.#head);
    if (fault) return err({ code: 'malformed', message: fault.message, at: this.at + fault.at });
    return ok({ head: this.#head, entries: this.#entries, steps: this.#steps });
  }
}
