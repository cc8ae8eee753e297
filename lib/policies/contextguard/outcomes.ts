import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { BoundedPasses } from './bounded-passes';
import { FirstReach } from './first-reach';
import { differInThreshold, EndState } from './outcome-end';
import type { ContextGuardSettings } from './settings';
import { isLargeWindow, smallThreshold } from '@/lib/engine/mechanisms/buffer';
import { realReplaced } from '@/lib/engine/mechanisms/compaction-passes';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import type { OutcomeInput, OutcomeRun } from '@/lib/engine/policy/outcomes';

/** What a comparison of bounds says. */
type BoundsVerdict = boolean | undefined;

/**
 * `ThresholdRun` between two settings: every number is a lower and an upper bound, and every decision
 * must be the same for both. It ends at the first that is not.
 */
export class ThresholdOutcomes implements OutcomeRun<ContextGuardSettings> {
  readonly fired: number[] = [];
  readonly passes: number[] = [];
  readonly overflow: number[] = [];
  turn = NaN;
  readonly #input: OutcomeInput<ContextGuardSettings>;
  readonly #spoofed: boolean;
  readonly #compaction: BoundedPasses;
  #settings!: ContextGuardSettings;
  #low!: EndState;
  #high!: EndState;
  #limit = Infinity;
  /** Largest request that does not overflow at the steps decided now. */
  #most = Infinity;
  /** Bounds of the real tokens that the newest step sent. */
  #sentLow = 0;
  #sentHigh = 0;
  /** The views are others than when the last request was sent. */
  #isChanged = false;
  #reach: FirstReach | undefined;

  constructor(input: OutcomeInput<ContextGuardSettings>) {
    this.#input = input;
    const { profile } = input;
    this.#spoofed = ((profile.entries.flags[0] ?? 0) & entryFlag.summaryHeader) !== 0;
    this.#compaction = new BoundedPasses(profile);
  }

  run(low: ContextGuardSettings, high: ContextGuardSettings, limit: number): boolean {
    this.#begin(low, high, limit);
    // The buffer falls where large windows begin: the only place at which bounds are none.
    const { boundary } = low;
    if (isLargeWindow(low.window, boundary) !== isLargeWindow(high.window, boundary)) {
      this.turn = smallThreshold(boundary);
      return false;
    }
    const { profile, refusals } = this.#input;
    const end = profile.stepCount;
    let refusal = 0;
    let i = this.#skip();
    if (i < 0) return false;
    const { match } = this.#low;
    while (i < end) {
      if ((this.#isChanged || i >= match.boundary) && !this.#compare(i)) return false;
      for (const state of [this.#low, this.#high]) state.end.requests.look(i, state.view);
      const alone = refusals[refusal] ?? end;
      if (i === alone) {
        refusal++;
        if (!this.#refused(i++)) return false;
        continue;
      }
      const until = Math.min(this.#low.end.requests.until, alone, match.boundary);
      i = this.#decide(i, until);
      if (i < 0 || (i < until && !this.#fire(i++))) return false;
    }
    return true;
  }

  /** Goes on where something fires first, as nothing before depends on a setting; −1: at two steps. */
  #skip(): number {
    const [low, high] = [this.#low, this.#high];
    for (const { end, view } of [low, high]) end.requests.look(0, view);
    const { requests } = low.end;
    if (requests.heuristic !== requests.reference) return 0;
    const { profile, refusals } = this.#input;
    const alone = refusals[0] ?? profile.stepCount;
    const reach = (this.#reach ??= new FirstReach(requests, Math.min(alone, low.match.boundary)));
    const first = reach.find(low.threshold, low.factor, low.floor, low.cap);
    const other = reach.find(high.threshold, high.factor, high.floor, high.cap);
    if (first !== other) {
      const { factor, floor, cap } = low;
      if (differInThreshold(this.#low, this.#high))
        this.turn = reach.value(Math.min(first, other), factor, floor, cap);
      return -1;
    }
    this.overflow.push(...reach.overflows(this.#limit, first));
    for (const state of [low, high]) {
      state.real = reach.realBefore(first);
      state.last = reach.lastHeuristic(first);
    }
    return first;
  }

  #begin(low: ContextGuardSettings, high: ContextGuardSettings, limit: number): void {
    const [first, second] = this.#input.ends(low, high);
    this.#settings = low;
    this.#low = new EndState(low, first);
    this.#high = new EndState(high, second);
    this.#limit = limit;
    this.#most = limit;
    this.#isChanged = false;
    this.turn = NaN;
    this.fired.length = 0;
    this.passes.length = 0;
    this.overflow.length = 0;
  }

  /** Sends the steps from `from` on; returns the one that fires, `until`, or −1 where bounds disagree. */
  #decide(from: number, until: number): number {
    const next = this.#held(from, until);
    if (next > from) this.#matched(from);
    return next;
  }

  #held(from: number, until: number): number {
    const { requests } = this.#low.end;
    if (requests.heuristic !== requests.reference) return this.#holdVariant(from, until);
    return differInThreshold(this.#low, this.#high)
      ? this.#holdThin(from, until)
      : this.#hold(from, until);
  }

  /** The requests last compared were sent. */
  #matched(step: number): void {
    for (const { match } of [this.#low, this.#high]) match.sent(step);
    this.#isChanged = false;
  }

  /** Compares both views' requests with the recorded one; false where a value between may differ from them. */
  #compare(step: number): boolean {
    const [low, high] = [this.#low, this.#high];
    const standing = low.match.compare(step, low.view, this.#isChanged);
    if (standing !== high.match.compare(step, high.view, this.#isChanged)) return false;
    const theirs = low.end.requests.recorded[low.view.recorded];
    if (standing === 'apart' || theirs === undefined) return true;
    const bytes = theirs.summaryBytes - low.end.requests.wrapperBytes;
    const [least, most] = [low.view.summaryBytes, high.view.summaryBytes];
    return least === most || bytes < least || most < bytes;
  }

  #holdThin(from: number, until: number): number {
    const {
      heuristic,
      heuristicOffset,
      real: whole,
      realOffset,
      ratio,
      reported,
    } = this.#low.end.requests;
    const { cap, floor, factor, threshold } = this.#low;
    const most = +this.#most;
    const shift = heuristicOffset | 0;
    let real = +this.#low.real;
    let last = this.#low.last | 0;
    let sent = 0;
    let i = from | 0;
    for (; i < until; i++) {
      const h = (heuristic[i] as number) + shift;
      const scaled = Math.trunc(h * correctionOf(real, last, factor, floor, cap));
      const value = real > scaled ? real : scaled;
      if (value >= threshold) {
        if (value >= this.#high.threshold) break;
        this.turn = value;
        return -1;
      }
      const sized = ratio === null ? (whole[i] as number) + realOffset : h * (ratio[i] as number);
      sent = sized > 0 ? Math.trunc(sized) : 0;
      if (sent > most) this.overflow.push(i);
      if (reported[i] === 1 && sent > 0) real = sent;
      last = h;
    }
    for (const state of [this.#low, this.#high]) {
      state.real = real;
      state.last = last;
    }
    this.#sentLow = sent;
    this.#sentHigh = sent;
    return i;
  }

  #hold(from: number, until: number): number {
    for (let i = from; i < until; i++) {
      const fires = this.#fires(i);
      if (fires === undefined) return -1;
      if (fires) return i;
      const [low, high] = [this.#low, this.#high];
      low.last = low.heuristic(i);
      high.last = high.heuristic(i);
      if (!this.#take(i, low.sized(i), high.sized(i))) return -1;
    }
    return until;
  }

  #holdVariant(from: number, until: number): number {
    for (let i = from; i < until; i++) {
      const fires = this.#fires(i);
      if (fires === undefined) return -1;
      if (fires) return i;
      if (!this.#send(i)) return -1;
    }
    return until;
  }

  /** The decision value of a step reaches the threshold. */
  #fires(i: number): BoundsVerdict {
    const [low, high] = [this.#low, this.#high];
    const known = low.real > 0 && low.last > 0;
    if (known !== (high.real > 0 && high.last > 0)) return undefined;
    const least = known ? clamp(low.real / high.last, low) : low.factor;
    const most = known ? clamp(high.real / low.last, high) : high.factor;
    const h = low.heuristic(i);
    // A negative heuristic is larger times the smaller correction.
    const scaledLow = Math.trunc(h * (h < 0 ? most : least));
    const top = high.heuristic(i);
    const scaledHigh = Math.trunc(top * (top < 0 ? least : most));
    return between(
      Math.max(low.real, scaledLow) >= high.threshold,
      Math.max(high.real, scaledHigh) >= low.threshold,
    );
  }

  /** Sends the request of the views last looked at. */
  #send(i: number): boolean {
    const [low, high] = [this.#low, this.#high];
    low.last = low.heuristic(i);
    high.last = high.heuristic(i);
    return this.#take(i, low.end.requests.realAt(i, 0), high.end.requests.realAt(i, 0));
  }

  /** Real tokens of a step's request; where they are reported, the policy keeps them. */
  #take(i: number, low: number, high: number): boolean {
    this.#sentLow = low;
    this.#sentHigh = high;
    const over = between(low > this.#most, high > this.#most);
    if (over === undefined) return false;
    if (over) this.overflow.push(i);
    if (this.#low.end.requests.reported[i] !== 1) return true;
    const known = between(low > 0, high > 0);
    if (known === true) {
      this.#low.real = low;
      this.#high.real = high;
    }
    return known !== undefined;
  }

  /** A step with a limit of its own, or refused by the provider as long as it is the recorded one. */
  #refused(i: number): boolean {
    const { steps } = this.#input.profile;
    this.#most = Infinity;
    const at = this.#decide(i, i + 1);
    const done = at >= 0 && (at > i || this.#fire(i));
    this.#most = this.#limit;
    if (!done) return false;
    const isRecorded = this.#low.match.divergence < 0;
    const refused = ((steps.flags[i] ?? 0) & stepFlag.rejected) !== 0 && isRecorded;
    const own = steps.limit[i] ?? 0;
    const limit = own > 0 ? own : this.#limit;
    const over = refused || between(this.#sentLow > limit, this.#sentHigh > limit);
    if (over === true) this.overflow.push(i);
    return over !== undefined;
  }

  /** Compacts; false where bounds disagree. */
  #fire(i: number): boolean {
    const [low, high] = [this.#low, this.#high];
    const heuristics = [low.heuristic(i), high.heuristic(i)] as const;
    low.end.watch.reached(i);
    high.end.watch.reached(i);
    if (!this.#compaction.run(i, low, high, this.#settings)) return false;
    if (this.#compaction.passed) {
      this.#matched(i);
      return this.#send(i);
    }
    this.fired.push(i);
    this.passes.push(this.#compaction.passes);
    // The more of a request is left, the sooner it is a loop.
    low.end.watch.compacted(i, heuristics[1], low.sent);
    high.end.watch.compacted(i, heuristics[0], high.sent);
    if (!this.#replace(i)) return false;
    for (const state of [low, high]) {
      if (this.#settings.resetCalibration) state.real = 0;
      state.last = state.sent;
    }
    const { added } = this.#compaction;
    const [least, most] = [low, high].map(({ end, view, sent }) =>
      realReplaced(end.requests, view, i, { sent, added }),
    );
    return this.#take(i, least as number, most as number) && this.#stored();
  }

  /** Puts the new summaries in place of everything; false where only one may be the recording's. */
  #replace(i: number): boolean {
    for (const state of [this.#low, this.#high]) state.replace(i, this.#input.profile);
    this.#isChanged = true;
    const same = this.#compare(i);
    this.#matched(i);
    return same;
  }

  /** What the next requests hold of the summaries; false where only one of them is put in front. */
  #stored(): boolean {
    const [low, high] = [this.#low, this.#high];
    const injected = low.view.summaryBytes > 0;
    if (injected !== high.view.summaryBytes > 0) return false;
    if (injected && !this.#spoofed && this.#settings.stripCovered) return true;
    for (const state of [low, high]) state.unstrip(injected && !this.#spoofed);
    this.#isChanged = true;
    return true;
  }
}

/** The bounds of a comparison agree. */
const between = (low: boolean, high: boolean): BoundsVerdict => (low === high ? low : undefined);

/** `correctionOf` with a known ratio. */
function clamp(ratio: number, { floor, cap }: EndState): number {
  const raised = ratio < floor ? floor : ratio;
  return raised > cap ? cap : raised;
}
