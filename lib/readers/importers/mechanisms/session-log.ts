import { SessionBuilder, type SessionInfo, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part } from '@/lib/engine/session/schema';
import type { ReceiptBuilder } from '../receipt';
import type { At } from './loose-json';
import type { Refusal } from './refusals/read-refusal';
import { entryOf, shorten } from './session-facts';

/** A session of one log without branches, built while its messages are read in order. */
export class SessionLog extends SessionBuilder {
  readonly #system: Part[] = [];
  #firstText: string | null = null;
  #isTitled = false;
  /** True if the newest message answers calls of tools. */
  answering = false;

  /** What the next request answers, the label of its step. */
  get label(): 'tool-results' | 'user-msg' {
    return this.answering ? 'tool-results' : 'user-msg';
  }

  /** True if something of the system prompt was added. */
  get hasSystem(): boolean {
    return this.#system.length > 0;
  }

  /** Changes what is known of the session; a name that its log gives goes before the user's first text. */
  override rename(change: Partial<SessionInfo>): void {
    this.#isTitled ||= change.name !== undefined;
    super.rename(change);
  }

  /** Adds to the system prompt. */
  system(parts: readonly Part[]): void {
    for (const part of parts) this.#system.push(part);
  }

  /** Takes a text of the user: the session is named after the first one. */
  said([first]: readonly Part[]): void {
    if (first?.kind === 'text') this.#firstText ??= shorten(first.text);
  }

  /** Appends a message and returns its position; −1 for one without content, which is left out. */
  message(
    role: Entry['role'],
    parts: readonly Part[],
    at: At,
    time: string | null,
    label?: string | null,
  ): number {
    return parts.length === 0 ? -1 : this.append(entryOf(role, parts, at, time, label));
  }

  /**
   * Takes a call that failed, null if its step was taken before; `refusal` if the provider refused the
   * request for its size.
   */
  failedCall(step: StepInput | null, refusal: Refusal | null, at: At): void {
    if (refusal !== null) this.step({ ...step, ...refusal, rejected: true });
    else {
      if (step !== null) this.step(step);
      this.notice('call-failed', 'A call failed; nobody counted it.', at);
    }
  }

  /** The session, named by its log or `change`, else after the user's first text; null if no model was called. */
  end(change: Partial<SessionInfo> = {}): SessionDraft | null {
    if (this.stepCount === 0) return null;
    if (this.#system.length > 0) this.prefix({ system: this.#system });
    if (this.#firstText !== null && !this.#isTitled) this.rename({ name: this.#firstText });
    this.rename(change);
    return this.finish();
  }

  /** The session; counts the records that it was read from. */
  endOf(records: readonly At[], receipt: ReceiptBuilder): SessionDraft | null {
    const session = this.end();
    for (const at of records) {
      if (session !== null) receipt.keep();
      else receipt.drop('in a session without a model call', at);
    }
    return session;
  }
}
