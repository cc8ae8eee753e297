import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { TailRun } from './tail-run';

/** A run that leaves responses out of its requests once their call is in the summary. */
export abstract class LeavingRun extends TailRun {
  /** Entries before this one are looked at for responses without a call. */
  #looked = 0;
  /** Responses left out, each with the step that said so last. */
  readonly #dropped = new Map<number, number>();

  override forget(): void {
    super.forget();
    this.#looked = 0;
    // What a note says was left out stays so.
    for (const entry of this.#dropped.keys()) this.#leaveOut(entry);
  }

  override before(step: number): void {
    const { covered } = this.view;
    if (covered > 0) this.orphaned(step, Math.max(covered, this.#looked));
    this.#looked = this.entriesAt(step);
  }

  protected override orphaned(step: number, from: number): void {
    const { callOf } = this.input.profile;
    const { covered } = this.view;
    const end = this.entriesAt(step);
    for (let entry = from; entry < end; entry++) {
      const call = intAt(callOf, entry);
      const orphan = call >= 0 && call < covered;
      if (orphan || this.#dropped.has(entry)) this.#leaveOut(entry);
      if (orphan) this.#say(step, entry, call, entry === end - 1);
    }
  }

  #say(step: number, entry: number, call: number, newest: boolean): void {
    const said = this.#dropped.get(entry);
    if (said === step) return;
    this.#dropped.set(entry, step);
    if (said === undefined) {
      this.input.notes.elisions.push({ step, entry, tokens: this.tokensOf(entry, entry + 1) });
    }
    const left = `The response in entry ${formatInteger(entry)} is left out: its call, in entry ${formatInteger(call)}, is in the summary.`;
    this.note(step, 'orphan', left);
    if (!newest) return;
    const text = `The newest event, entry ${formatInteger(entry)}, answers a call that is in the summary: ADK ends the run with an error. The recording goes on.`;
    this.note(step, 'exit', text);
  }

  #leaveOut(entry: number): void {
    const { profile, requests } = this.input;
    const tokens = this.tokensOf(entry, entry + 1);
    requests.elide(this.view, entry, tokens, sumBetween(profile.sum, entry, entry + 1));
    this.changed();
  }
}
