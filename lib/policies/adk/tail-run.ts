import { intAt, sumBetween } from '@/lib/base/read';
import { responseOf } from '../mechanisms/ceiled-estimator';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { ViewRun } from '../contract/view-run';
import type { AdkSettings } from './settings';

const NOTHING = 'No events are older than the retained ones: nothing is summarised.';

/**
 * ADK's compaction by a token threshold at work: everything but the newest events becomes one rolling
 * summary. An entry of the log is an event; the prompt count of a call is on the event of its response.
 */
export abstract class TailRun extends ViewRun<AdkSettings> {
  /** Prompt count on the newest event that has one, and that event; 0 for none. */
  protected count = 0;
  protected countedAt = -1;

  override forget(): void {
    super.forget();
    this.count = 0;
    this.countedAt = -1;
  }

  override state(): number {
    return this.count;
  }

  /** The newest count that the request still rests on, else the estimate of the request. */
  own(_step: number, h: number): number {
    const known = this.state();
    return known > 0 ? known : h;
  }

  /** First event kept of [the covered ones, end); not above the covered ones: nothing to summarise. */
  protected abstract cut(step: number, end: number): number;

  decide(step: number): void {
    this.compactTail(step, intAt(this.input.profile.steps.entries, step));
  }

  /** Summarises the events before the cut of those before `end`; false if nothing changed. */
  protected compactTail(step: number, end: number): boolean {
    const { profile, requests, columns: out } = this.input;
    const from = this.view.covered;
    const cut = this.cut(step, end);
    if (cut <= from) {
      this.note(step, 'no-op', NOTHING);
      return false;
    }
    const n = intAt(profile.steps.entries, step);
    const { sum, prefix } = requests.estimator;
    const head = this.size(step) - prefix - sumBetween(sum, cut, n);
    const contents = cut - from + this.loop.addedContents + (this.view.injected ? 1 : 0);
    if (!this.summarise(step, head, cut)) return false;
    out.summarizerContents[step] = contents;
    this.orphaned(step, cut, n);
    return true;
  }

  /** Says which responses of [cut, end) have their call in the summary. */
  protected orphaned(step: number, cut: number, end: number): void {
    reportOrphans(this.input.profile, { split: cut, end, step }, this.input.notes.events);
  }

  /** Puts a summary of `head` tokens in the place of the events before `covered`. */
  protected summarise(step: number, head: number, covered: number): boolean {
    const { summariser } = this.input;
    summariser.call(head, this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.failed(step);
      return false;
    }
    const { bytes: summaryBytes, tokens: summaryTokens } = summariser;
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, 1);
    return true;
  }

  /** Says what a failed summariser leads to. */
  protected failed(step: number): void {
    this.note(step, 'failure', 'The summariser failed: the request is sent unchanged.');
  }

  override after(step: number, _h: number, real: number): void {
    if (real <= 0) return;
    const [n, end] = responseOf(this.input.profile, step);
    this.count = real;
    this.countedAt = Math.max(n, end - 1);
  }
}
