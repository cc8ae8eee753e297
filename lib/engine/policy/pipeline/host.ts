import type { PolicyEventKind } from '../notes';
import type { Firing } from '../observed/watching';
import type { PolicyInput } from '../policy';
import type { SummaryView } from '../requests';

/** Texts in place of the entries before a cut. */
interface PutTexts {
  readonly bytes: number;
  readonly tokens: number;
  readonly count: number;
  readonly calls: number;
}

/** Instructions of added calls in bytes, and the real tokens that each call writes. */
interface AddedTexts {
  readonly bytes: number;
  readonly writes: readonly number[];
}

/** What a pipeline does to the request of the run whose pipeline it is. */
export interface PipelineHost {
  readonly input: PolicyInput;
  view(): SummaryView;
  entriesAt(step: number): number;
  size(step: number): number;
  /** The value that is compared, of the request as it is now. */
  value(step: number): number;
  headTokens(step: number, cut: number): number;
  putSummary(step: number, covered: number): void;
  /** Puts texts of so many bytes (or real tokens, −1: unknown) there, which so many calls wrote. */
  putTexts(step: number, covered: number, texts: PutTexts): void;
  drop(step: number, covered: number): void;
  keep(step: number, ranges: readonly (readonly [number, number])[]): void;
  changed(): void;
  /**
   * Notes calls with the request as it is, with so many bytes behind it; each but the first has what the one before wrote.
   * Gives the real tokens that they ask.
   */
  addCalls(step: number, by: string, calls: AddedTexts): number;
  /** Notes a call that reads so many tokens back, and puts them into the request until the next compaction. */
  readBack(step: number, by: string, tokens: number): void;
  note(step: number, kind: PolicyEventKind, text: string): void;
  asks(firing: Exclude<Firing, 'none'>): void;
}
