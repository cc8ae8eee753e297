import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { CutRun } from './cut-run';
import type { SlidingSettings } from './settings';
import { continuationBytes } from '@/lib/engine/mechanisms/summary-text';
import { pairSafeBack } from '@/lib/engine/mechanisms/tool-pairs';
import type { PolicyInput } from '@/lib/engine/policy/policy';

/** The tail is never shorter than this. */
const LEAST_KEPT = 3;

const notes = {
  nothing: 'Nothing is old enough to be cut: the whole log is sent.',
  failed: 'The summariser failed: the whole log is sent.',
  later: 'The summariser failed: what the passes before made of the request is sent.',
};

/** Watermark of a compaction: after all entries, or after the summarised ones. */
type SlidingWatermark = 'all' | 'split';

/** One replay of the sliding window. */
export class SlidingRun extends CutRun<SlidingSettings> {
  protected override readonly notes = notes;
  readonly #watermarkAt: SlidingWatermark;
  /** Newest step that did not go on without the lost tail, which no note names yet; −1: none. */
  #unsaid = -1;

  constructor(settings: SlidingSettings, input: PolicyInput, watermarkAt: SlidingWatermark) {
    super(settings, input);
    this.#watermarkAt = watermarkAt;
  }

  override forget(): void {
    super.forget();
    this.#unsaid = -1;
  }

  override advance(end: number): void {
    super.advance(end);
    this.#sayLost(end - 1);
  }

  /** Entries since the last compaction. */
  own(step: number): number {
    return intAt(this.input.profile.steps.entries, step) - this.watermark;
  }

  override decide(step: number): void {
    if (this.#settled(step)) return this.#sayLost(step);
    this.#sayLost(step - 1);
    const { cut } = this;
    const { profile } = this.input;
    // The stored summary is not put in: the whole log is cut again.
    cut.begin(step, -1);
    const quoted = this.settings.quoteRequest ? intAt(profile.steps.requestBytes, step) : 0;
    const changed = this.cutInPasses(step, this.#keep, continuationBytes(quoted));
    if (changed) {
      this.sendCut(step, this.#watermarkAt === 'all' ? cut.to : cut.from);
      this.#unsaid = step;
    } else {
      if (this.#unsaid >= 0) this.#unsaid = step;
      this.sendWhole(step);
      this.input.columns.heuristic[step] = this.size(step);
    }
  }

  protected override split(keep: number): number | null {
    const split = this.#splitAt(this.cut.contents - keep);
    // The reference's own slice is out of range for a negative split.
    return split > 0 ? split : null;
  }

  protected override shorter(keep: number): number {
    return Math.max(LEAST_KEPT, Math.trunc(keep / 2));
  }

  protected override fits(_step: number, heuristic: number): boolean {
    return heuristic < this.tokenThreshold;
  }

  get #keep(): number {
    const { keepPercent } = this.settings;
    return Math.max(LEAST_KEPT, Math.trunc((this.threshold * keepPercent) / 100));
  }

  /** The corrected watermark: nothing before the tail is new, so a compaction would change nothing. */
  #settled(step: number): boolean {
    if (this.#watermarkAt === 'all' || this.watermark === 0) return false;
    const { cut } = this;
    cut.begin(step, -1);
    return this.#splitAt(cut.contents - this.#keep) <= this.watermark;
  }

  /** Cut of a pass: by the reference's rule, or corrected, at a seam that splits no pair. */
  #splitAt(wanted: number): number {
    const { cut } = this;
    if (this.#watermarkAt === 'all') return cut.safe(wanted);
    const { from, to, lead } = cut;
    const entry = Math.min(to, from + wanted - lead);
    if (entry <= from) return 0;
    const seam = pairSafeBack(this.input.profile, from, entry, to);
    return seam > from ? seam - from + lead : 0;
  }

  /** Names the tail that the newest compaction lost, if a step up to `last` was sent without it. */
  #sayLost(last: number): void {
    const step = this.#unsaid + 1;
    if (this.#unsaid < 0 || step > last) return;
    this.#unsaid = -1;
    const from = this.summarised;
    const to = this.view.covered;
    if (to <= from) return;
    const tokens = sumBetween(this.input.requests.estimator.sum, from, to);
    const count = to - from;
    const who = count === 1 ? `Entry ${from} is` : `Entries ${from} to ${to - 1} are`;
    const size = `${count === 1 ? '1 entry' : `${formatInteger(count)} entries`}, ${formatInteger(tokens)} heuristic tokens`;
    const text = `${who} from here on neither in the summary nor in the request: ${size}.`;
    this.note(step, 'lost', text);
  }
}
