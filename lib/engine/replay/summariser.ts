import { quarterFloor } from '@/lib/engine/tokens/estimator';
import type { ScriptedSummary, Summariser, SummarySettings } from '@/lib/engine/policy/summary';

/** Inputs of a summary model. */
export interface SummariserInput {
  readonly settings: SummarySettings;
  /** Real tokens per heuristic token, to convert a size in tokens to bytes. */
  readonly density: number;
  /** Bytes of the trace's own summary entries, in order, and of the policy's text around one. */
  readonly recorded: readonly number[];
  readonly wrapperBytes: number;
  /** Bytes of the agent's summary entries, measured; null without evidence. */
  readonly measured: number | null;
  /** A simulation's script: call k gets entry k, the last one repeats. */
  readonly script?: readonly ScriptedSummary[] | undefined;
}

/** The named summary models behind one interface; stateful over one replay. */
export class SummaryModels implements Summariser {
  bytes = 0;
  tokens = -1;
  failed = false;
  empty = false;
  namedUnder = -1;
  #calls = 0;
  #settings: SummarySettings;
  readonly #input: Omit<SummariserInput, 'settings'>;

  constructor({ settings, ...input }: SummariserInput) {
    this.#settings = settings;
    this.#input = input;
  }

  /** Begins another replay of the same session. */
  begin(settings: SummarySettings): void {
    this.#settings = settings;
    this.#calls = 0;
  }

  call(headTokens: number, capTokens: number): void {
    const { script } = this.#input;
    this.tokens = -1;
    this.failed = false;
    this.empty = false;
    this.namedUnder = -1;
    if (script !== undefined && script.length > 0) {
      this.#scripted(script[Math.min(this.#calls, script.length - 1)]);
    } else this.#modelled(headTokens, capTokens);
    this.#calls++;
  }

  #scripted(entry: ScriptedSummary | undefined): void {
    this.failed = entry === undefined || !('bytes' in entry);
    this.empty = entry !== undefined && 'empty' in entry;
    this.bytes = entry !== undefined && 'bytes' in entry ? entry.bytes : 0;
  }

  #modelled(headTokens: number, capTokens: number): void {
    const { recorded } = this.#input;
    const settings = this.#settings;
    switch (settings.summary) {
      case 'cap':
        return this.#capped(capTokens);
      case 'measured': {
        const { measured, wrapperBytes } = this.#input;
        if (measured === null) return this.#capped(capTokens);
        this.bytes = Math.max(0, measured - wrapperBytes);
        return;
      }
      case 'bytes':
        this.bytes = settings.summaryBytes;
        return;
      case 'share':
        this.bytes = Math.trunc(headTokens * 4 * settings.summaryShare);
        return;
      case 'recorded': {
        const bytes = recorded[Math.min(this.#calls, recorded.length - 1)];
        if (bytes === undefined) return this.#capped(capTokens);
        const { density, wrapperBytes } = this.#input;
        this.bytes = Math.max(0, bytes - wrapperBytes);
        this.namedUnder = Math.max(0, capTokens);
        // A recorded summary that is longer than the policy's cap would have ended there.
        if (density * quarterFloor(this.bytes) > capTokens) this.#capped(capTokens);
        return;
      }
      case 'fallback':
      case 'empty':
        this.failed = true;
        this.empty = settings.summary === 'empty';
        this.bytes = 0;
    }
  }

  /** The cap is in real tokens; the heuristic needs bytes. */
  #capped(capTokens: number): void {
    this.tokens = Math.max(0, Math.trunc(capTokens));
    this.bytes = Math.round((this.tokens / this.#input.density) * 4);
  }
}
