import type { Profile } from '@/lib/engine/tokens/profile';
import type { ContextGuardSettings } from './settings';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { CAP_SHARE, SUMMARIZER_SHARE } from '@/lib/engine/mechanisms/compaction-passes';
import { RecordingMatch } from '@/lib/engine/policy/loop/recording-match';
import { replaceLog, wholeLog, type SummaryView } from '@/lib/engine/policy/requests';
import type { OutcomeEnd } from '@/lib/engine/policy/outcomes';

/** State of a run at one end of a range: every number is that end's bound. */
export class EndState {
  readonly end: OutcomeEnd;
  readonly view: SummaryView = wholeLog();
  readonly match: RecordingMatch;
  readonly threshold: number;
  readonly budget: number;
  readonly cap: number;
  readonly factor: number;
  readonly floor: number;
  /** The newest reported real and the heuristic stored with it. */
  real = 0;
  last = 0;
  /** Result of the passes: the summary's size, and the heuristic of the request. */
  bytes = 0;
  tokens = -1;
  sent = 0;
  /** Operands of the next pass: tokens it is given, and bytes of its texts. */
  head = 0;
  texts = 0;
  readonly #capTokens: number;

  constructor(settings: ContextGuardSettings, end: OutcomeEnd) {
    const { window, boundary } = settings;
    const buffer = contextGuardBuffer(window, boundary);
    this.end = end;
    this.match = new RecordingMatch({ ...end, notes: null });
    this.view.recorded = this.match.at;
    this.threshold = settings.attempts > 0 ? window - buffer : Infinity;
    this.budget = Math.trunc(window * SUMMARIZER_SHARE);
    this.cap = settings.capped ? settings.cap : Infinity;
    this.factor = settings.factor;
    this.floor = settings.floor;
    this.#capTokens = buffer * CAP_SHARE;
  }

  /** Heuristic of a step's request under the view last looked at. */
  heuristic(step: number): number {
    const { requests } = this.end;
    return (requests.heuristic[step] as number) + requests.heuristicOffset;
  }

  /** Real tokens of a step's request, as the run sizes it while the reference counts. */
  sized(step: number): number {
    const { ratio, real, realOffset } = this.end.requests;
    const sized =
      ratio === null
        ? (real[step] as number) + realOffset
        : this.heuristic(step) * (ratio[step] as number);
    return sized > 0 ? Math.trunc(sized) : 0;
  }

  /** Sizes the summary of one pass. */
  call(pass: number): void {
    this.end.summariser.call(this.head, this.#capTokens, pass);
  }

  /** Puts the new summary in place of everything. */
  replace(step: number, { steps }: Profile): void {
    const { bytes: summaryBytes, tokens: summaryTokens } = this;
    const covered = steps.entries[step] as number;
    replaceLog(this.view, { injected: true, covered, summaryBytes, summaryTokens }, step);
    this.match.summarised(step);
  }

  /** The next requests hold the stored summary, where it is put in front, and the log it does not strip. */
  unstrip(injected: boolean): void {
    const { summaryBytes, summaryTokens } = this.view;
    replaceLog(this.view, { injected, covered: 0, summaryBytes, summaryTokens }, -1);
  }
}

/** Of two ends only the thresholds differ. */
export const differInThreshold = (low: EndState, high: EndState): boolean =>
  low.real === high.real &&
  low.last === high.last &&
  low.cap === high.cap &&
  low.factor === high.factor &&
  low.floor === high.floor &&
  low.end.requests.heuristicOffset === high.end.requests.heuristicOffset &&
  low.end.requests.realOffset === high.end.requests.realOffset;
