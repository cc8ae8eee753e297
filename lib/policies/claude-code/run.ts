/** Claude Code at work, whatever clears results before it compacts; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { inlineRule } from '@/lib/engine/mechanisms/estimate';
import { LastUsage, UsageRun } from '@/lib/engine/mechanisms/last-usage';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { countedAgain, countedEntries, countedOutputs } from './counted-output';
import { reattachedFiles, shownTokens, type Reattached } from './reattached';
import { summaryCap, type CompactingSettings } from './settings';

/** Claude Code on one session: what it counts, what it compacts, and what it puts back. */
export class ClaudeCodeRun<S extends CompactingSettings> extends UsageRun<S> {
  readonly #outputs = countedOutputs(this.input.profile);
  protected override readonly usage = new LastUsage(
    this.input,
    this.settings.wholeCounts ? this.#outputs.tokens : this.input.profile.steps.output,
  );
  /** Prefix sums of entries as they count behind the last response. */
  readonly #since: Int32Array;
  /** What counts twice of the response of the last usage. */
  #again = 0;
  #failures = 0;
  #refills = 0;
  #lastCompaction = -1;
  #stopped = false;
  /** Entry from which files count as touched since the last compaction, and those it put back. */
  #touchedFrom = 0;
  #reattached: Reattached = [];

  constructor(settings: S, input: PolicyInput) {
    super(settings, input);
    const { profile } = input;
    this.#since = countedEntries(profile, inlineRule(settings));
  }

  override forget(): void {
    super.forget();
    this.#failures = 0;
    this.#refills = 0;
    this.#lastCompaction = -1;
    this.#stopped = false;
    this.#touchedFrom = 0;
    this.#reattached = [];
  }

  own(step: number): number {
    const { total, until } = this.usage;
    if (total === 0 || !this.settings.trailing) return total;
    const end = this.entriesAt(step);
    return total + this.#again + (until < end ? sumBetween(this.#since, until, end) : 0);
  }

  override after(step: number, h: number, real: number): void {
    super.after(step, h, real);
    const { siblings, wholeCounts } = this.settings;
    if (real > 0) this.#again = siblings ? countedAgain(this.input.profile, step) : 0;
    const { estimated, tokens } = this.#outputs;
    if (step !== estimated || !wholeCounts) return;
    const [held, taken] = [this.input.profile.steps.output, tokens].map((of) =>
      formatInteger(intAt(of, step)),
    );
    const text = `The recording holds ${held} of the response’s tokens, those of its first event: ${taken} are taken by its bytes here, likewise later.`;
    this.note(step, 'estimated', text);
  }

  decide(step: number, value: number): void {
    const asked = this.byHand(step);
    if (!asked && (value <= 0 || this.#stopped || this.#refilled(step))) return;
    this.replace(step, value, asked);
  }

  /** Replaces the log, once nothing speaks against it. */
  protected replace(step: number, value: number, asked: boolean): void {
    const { summariser } = this.input;
    const n = this.entriesAt(step);
    summariser.call(this.headTokens(step, n), summaryCap(this.settings), 1);
    if (summariser.failed) {
      this.failed(step);
      return;
    }
    this.putSummary(step, n);
    this.compacted(step, n, true);
    this.sayBoundary(step, value, asked);
  }

  /** A summary stands in place of the entries before `covered`; files come back where they do. */
  protected compacted(step: number, covered: number, files: boolean): void {
    this.#failures = 0;
    this.usage.reset();
    this.#lastCompaction = step;
    if (files) this.#putBack(step, covered);
  }

  protected sayBoundary(step: number, value: number, asked: boolean): void {
    const boundary = `compact_boundary {trigger: ${asked ? 'manual' : 'auto'}, preTokens: ${formatInteger(value)}}.`;
    this.note(step, 'boundary', boundary);
  }

  /** Adds what the agent puts behind a summary: the newest files, and what else was measured. */
  #putBack(step: number, covered: number): void {
    const { profile, requests, sizes } = this.input;
    const { files, fileTokens } = this.settings;
    if (files === 0) return;
    if (profile.head.files.length > 0) {
      const density = requests.ratio?.[step] ?? requests.density;
      const range = { from: this.#touchedFrom, covered, before: this.#reattached };
      const back = reattachedFiles(profile, range, this.settings, density);
      for (const file of back) this.addTokens(step, shownTokens(file, density));
      this.#reattached = [...back].reverse();
      this.#touchedFrom = covered;
      if (sizes?.rest) this.addTokens(step, sizes.rest.value);
    } else if (sizes?.back) this.addTokens(step, sizes.back.value);
    else
      for (let file = 0; file < files && fileTokens > 0; file++) this.addTokens(step, fileTokens);
  }

  protected failed(step: number): void {
    const { failures } = this.settings;
    this.#failures++;
    const text = `The summariser failed, ${this.#failures} in a row: nothing is replaced.`;
    this.note(step, 'failure', text);
    if (failures === 0 || this.#failures < failures) return;
    this.#stop(step, `${this.#failures} failures in a row`);
  }

  /** Counts rapid refills; true where they are too many. */
  #refilled(step: number): boolean {
    if (this.input.compactAt !== undefined) return false;
    const { refills, refillSteps } = this.settings;
    const rapid = this.#lastCompaction >= 0 && step - this.#lastCompaction <= refillSteps;
    this.#refills = rapid ? this.#refills + 1 : 0;
    if (refills === 0 || this.#refills < refills) return false;
    const text = `the context was full again within ${refillSteps} steps ${this.#refills} times in a row`;
    this.#stop(step, text);
    return true;
  }

  #stop(step: number, why: string): void {
    this.#stopped = true;
    this.note(step, 'breaker', `Automatic compaction stops: ${why}.`);
  }
}
