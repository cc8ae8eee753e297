import { formatInteger } from '@/lib/base/format';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { SlidingSettings } from './contextguard-sliding-window';
import { contextGuardBuffer } from './mechanisms/buffer';
import { CAP_SHARE } from './mechanisms/compaction-passes';
import { CutRequest, viewBehind } from './mechanisms/cut-request';
import { lastCoveredStep } from './mechanisms/entry-tokens';
import { continuationBytes, fallbackBytes } from './mechanisms/summary-text';
import { pairSafeBack } from './mechanisms/tool-pairs';
import type { PolicyInput, PolicyRun } from './policy';
import { wholeLog } from './requests';

/** The tail is never shorter than this. */
const LEAST_KEPT = 3;
/** `maxTurns` where it is not given. */
const DEFAULT_TURNS = 20;

const FAILED = 'The summariser failed: the whole log is sent.';
const FAILED_LATER = 'The summariser failed: what the passes before made of the request is sent.';
const NOTHING = 'Nothing is old enough to be cut: the whole log is sent.';

/** Where a compaction puts the watermark: behind all entries, or behind those it summarised. */
export type SlidingWatermark = 'all' | 'split';

/** One replay of the sliding window. */
export class SlidingRun implements PolicyRun<SlidingSettings> {
  readonly #input: PolicyInput;
  readonly #cut: CutRequest;
  readonly #spoofed: boolean;
  readonly #watermarkAt: SlidingWatermark;
  #settings: SlidingSettings;
  #turns = DEFAULT_TURNS;
  #keep = LEAST_KEPT;
  #buffer = 0;
  #threshold = 0;
  /** What a step that does not fire sends. */
  #view = wholeLog();
  #watermark = 0;
  /** Entries inside the stored summary, and its bytes; 0 for none. */
  #summarised = 0;
  #summaryBytes = 0;
  #summaryTokens = -1;
  /** The tail of the last compaction is lost, and nobody has said so yet. */
  #unsaid = false;
  #real = 0;
  #last = 0;
  #next = 0;

  constructor(settings: SlidingSettings, input: PolicyInput, watermarkAt: SlidingWatermark) {
    this.#watermarkAt = watermarkAt;
    this.#input = input;
    this.#settings = settings;
    this.#cut = new CutRequest(input);
    const first = input.profile.entries.flags[0] ?? 0;
    this.#spoofed = (first & entryFlag.summaryHeader) !== 0;
    this.configure(settings);
  }

  configure(settings: SlidingSettings): void {
    this.#settings = settings;
    this.#turns = settings.maxTurns > 0 ? settings.maxTurns : DEFAULT_TURNS;
    this.#keep = Math.max(LEAST_KEPT, Math.trunc((this.#turns * settings.keepPercent) / 100));
    this.#buffer = contextGuardBuffer(settings.window);
    this.#threshold = settings.window - this.#buffer;
  }

  forget(): void {
    const held = this.#watermark > 0;
    this.#view = { ...wholeLog(), recorded: held ? -1 : this.#view.recorded };
    this.#watermark = 0;
    this.#summarised = 0;
    this.#summaryBytes = 0;
    this.#summaryTokens = -1;
    this.#unsaid = false;
    this.#real = 0;
    this.#last = 0;
  }

  advance(end: number): void {
    const { requests, columns: out, profile } = this.#input;
    const { entries } = profile.steps;
    const from = this.#next;
    if (from >= end) return;
    out.heuristicRaw.set(requests.heuristic.subarray(from, end), from);
    out.window.fill(this.#settings.window, from, end);
    out.buffer.fill(this.#buffer, from, end);
    out.threshold.fill(this.#threshold, from, end);
    let looked = from;
    for (let i = from; i < end; i++) {
      if (i === looked) {
        requests.look(i, this.#view);
        looked = requests.until;
      }
      out.watermarkBefore[i] = this.#watermark;
      out.lastReal[i] = this.#real;
      out.lastHeuristic[i] = this.#last;
      out.heuristic[i] = (requests.heuristic[i] as number) + requests.heuristicOffset;
      if ((entries[i] as number) - this.#watermark <= this.#turns || this.#settled(i))
        this.#hold(i);
      else {
        this.#fire(i);
        looked = i + 1;
      }
      out.lastHeuristicAfter[i] = this.#last;
      out.realAfter[i] = this.#real;
    }
    this.#next = end;
  }

  /** The corrected watermark: nothing before the tail is new, so a compaction would change nothing. */
  #settled(i: number): boolean {
    if (this.#watermarkAt === 'all' || this.#watermark === 0) return false;
    const cut = this.#cut;
    cut.begin(i, -1);
    return this.#split(cut.contents - this.#keep) <= this.#watermark;
  }

  /** Where a pass cuts: by the reference's rule, or corrected, at a seam that parts no pair. */
  #split(wanted: number): number {
    const cut = this.#cut;
    if (this.#watermarkAt === 'all') return cut.safe(wanted);
    const { from, to, lead } = cut;
    const entry = Math.min(to, from + wanted - lead);
    if (entry <= from) return 0;
    const seam = pairSafeBack(this.#input.profile, from, entry, to);
    return seam > from ? seam - from + lead : 0;
  }

  /** Sends the stored summary and what came after the watermark. */
  #hold(i: number): void {
    const { requests, columns: out, profile } = this.#input;
    const { injected, covered } = this.#view;
    const heuristic = out.heuristic[i] as number;
    out.heuristicSent[i] = heuristic;
    out.contentsSent[i] = (profile.steps.entries[i] as number) - covered + (injected ? 1 : 0);
    if (this.#watermark > 0) {
      out.covered[i] = covered;
      out.summarised[i] = injected ? this.#summarised : 0;
      out.injected[i] = injected ? 1 : 0;
    }
    this.#after(i, heuristic, requests.realAt(i, 0));
    if (this.#unsaid) this.#sayLost(i);
  }

  /** What the policy keeps of a step: summary, watermark, heuristic and the provider's count. */
  #after(i: number, heuristic: number, sent: number): void {
    const { requests, columns: out } = this.#input;
    out.watermarkAfter[i] = this.#watermark;
    out.summaryBytes[i] = this.#summaryBytes;
    out.summaryTokens[i] = this.#summaryTokens;
    out.real[i] = sent;
    this.#last = heuristic;
    if (requests.reported[i] === 1 && sent > 0) this.#real = sent;
  }

  #sayLost(step: number): void {
    const { notes, requests } = this.#input;
    const { sum } = requests.ruler;
    const from = this.#summarised;
    const to = this.#view.covered;
    const tokens = (sum[to] as number) - (sum[from] as number);
    const count = to - from;
    const who = count === 1 ? `Entry ${from} is` : `Entries ${from} to ${to - 1} are`;
    const size = `${count === 1 ? '1 entry' : `${formatInteger(count)} entries`}, ${formatInteger(tokens)} heuristic tokens`;
    const text = `${who} from here on neither in the summary nor in the request: ${size}.`;
    notes.events.push({ step, kind: 'lost', text });
    this.#unsaid = false;
  }

  /** Summarises all but a tail, in passes. */
  #fire(i: number): void {
    const { columns: out, requests, profile, notes, summariser } = this.#input;
    const { quoteRequest, attempts } = this.#settings;
    const before = requests.realAt(i, 0);
    const cut = this.#cut;
    // The stored summary is not put in: the whole log is cut again.
    cut.begin(i, -1);
    const quoted = quoteRequest ? (profile.steps.requestBytes[i] as number) : 0;
    const continuation = continuationBytes(quoted);
    let keep = this.#keep;
    let cuts = 0;
    for (let pass = 1; pass <= attempts; pass++) {
      const { contents } = cut;
      const split = this.#split(contents - keep);
      // The reference's own slice is out of range for a negative split.
      if (split <= 0) {
        if (cuts === 0) notes.events.push({ step: i, kind: 'no-op', text: NOTHING });
        break;
      }
      if (pass === 1) out.summarizerContents[i] = split;
      out.attempts[i] = pass;
      const texts = cut.fallbackBefore(split);
      const head = cut.tokensFrom(0) - cut.tokensFrom(split);
      summariser.call(head, this.#buffer * CAP_SHARE, pass);
      const { failed } = summariser;
      if (failed && !summariser.empty) {
        notes.events.push({ step: i, kind: 'failure', text: cuts === 0 ? FAILED : FAILED_LATER });
        break;
      }
      this.#summaryBytes = failed ? fallbackBytes(this.#summaryBytes, texts) : summariser.bytes;
      this.#summaryTokens = failed ? -1 : summariser.tokens;
      cut.cut(split, this.#summaryBytes, continuation);
      cuts++;
      const heuristic = requests.ruler.prefix + cut.tokensFrom(0);
      notes.passes.push({ step: i, keep, contents, split, heuristic });
      if (heuristic < this.#threshold) break;
      keep = Math.max(LEAST_KEPT, Math.trunc(keep / 2));
    }
    if (cuts === 0) this.#sendWhole(i);
    else this.#replace(i, before);
  }

  /** The step that fires leaves the log as it is, a stored summary included. */
  #sendWhole(i: number): void {
    const { requests, columns: out, profile } = this.#input;
    const heuristic = requests.heuristic[i] as number;
    out.heuristic[i] = heuristic;
    out.heuristicSent[i] = heuristic;
    out.contentsSent[i] = profile.steps.entries[i] as number;
    this.#after(i, heuristic, requests.realWhole(i));
  }

  /** Sends summary, tail and continuations; moves the watermark. */
  #replace(i: number, before: number): void {
    const { requests, columns: out, profile } = this.#input;
    const cut = this.#cut;
    const { from: covered, to: n, added, contents } = cut;
    cut.noteOrphans();
    const summaryBytes = this.#summaryBytes;
    const summaryTokens = this.#summaryTokens;
    this.#summarised = Math.max(this.#summarised, covered);
    this.#watermark = this.#watermarkAt === 'all' ? n : covered;
    out.realBefore[i] = before;
    out.compacted[i] = 1;
    out.injected[i] = 1;
    out.covered[i] = covered;
    out.summarised[i] = this.#summarised;
    out.contentsSent[i] = contents;
    out.addedTokens[i] = added;
    const heuristic = requests.ruler.prefix + cut.tokensFrom(0);
    out.heuristicSent[i] = heuristic;
    const since = lastCoveredStep(profile.steps, i, covered);
    requests.look(i, viewBehind(true, covered, since, summaryBytes, summaryTokens));
    this.#after(i, heuristic, requests.realAt(i, added));
    const injected = summaryBytes > 0 && !this.#spoofed;
    const behind = injected ? this.#watermark : 0;
    const last = injected ? lastCoveredStep(profile.steps, i, behind) : -1;
    this.#view = viewBehind(injected, behind, last, summaryBytes, summaryTokens);
    this.#unsaid = behind > covered;
  }
}
