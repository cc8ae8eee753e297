/** Copilot's infinite sessions at work; `policy.ts` says what they do. */
import { byteAt } from '@/lib/engine/base/read';
import { BackgroundRun, type Started } from '@/lib/engine/policy/background/background-run';
import { LastUsage } from '@/lib/engine/mechanisms/last-usage';
import { isSaid } from '@/lib/engine/mechanisms/turns';
import { waitsAt, type CopilotSettings } from './settings';

/** Infinite sessions on one session. */
export class CopilotRun extends BackgroundRun<CopilotSettings> {
  readonly #usage = new LastUsage(this.input);
  /** The user's messages that stand in front of the summary, as ranges of entries. */
  readonly #said: (readonly [number, number])[] = [];

  override forget(): void {
    super.forget();
    this.#usage.reset();
    this.#said.length = 0;
    this.input.notes.kept.push({ step: this.loop.step, ranges: [] });
  }

  override state(): number {
    return this.#usage.total;
  }

  /** Prompt and response of the last usage and what came since, or its own count if that is more. */
  own(step: number, h: number): number {
    const { total, until } = this.#usage;
    if (total === 0) return h;
    const end = this.entriesAt(step);
    const since = end > until ? this.tokensOf(until, end) : 0;
    return Math.max(h, total + since);
  }

  override after(step: number, _h: number, real: number): void {
    if (real > 0) this.#usage.observe(step, real);
  }

  protected begin(step: number): Started | null {
    const { summariser } = this.input;
    const covered = this.entriesAt(step);
    if (covered <= this.view.covered) return null;
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    const { bytes, tokens, failed } = summariser;
    const contents = this.contentsBefore(covered);
    return { covered, summaryBytes: bytes, summaryTokens: tokens, contents, failed };
  }

  protected waits(_step: number, value: number): boolean {
    return value >= waitsAt(this.settings);
  }

  /** The user's messages stay, word for word, in front of the summary. */
  protected landed(step: number, { covered }: Started): void {
    const { requests, profile, notes } = this.input;
    const { flags } = profile.entries;
    const from = this.#said.at(-1)?.[1] ?? 0;
    for (let entry = from; entry < covered; entry++) {
      if (isSaid(byteAt(flags, entry))) this.#said.push([entry, entry + 1]);
    }
    for (const [first, end] of this.#said) requests.keep(this.view, first, end);
    notes.kept.push({ step, ranges: [...this.#said] });
    this.#usage.reset();
    this.changed();
  }
}
