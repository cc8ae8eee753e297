import type { PolicyEventKind } from '../notes';
import type { Firing } from '../observed/watching';
import type { PolicyInput } from '../policy';
import type { SummaryView } from '../requests';

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
  putText(step: number, covered: number, bytes: number): void;
  drop(step: number, covered: number): void;
  keep(step: number, ranges: readonly (readonly [number, number])[]): void;
  changed(): void;
  note(step: number, kind: PolicyEventKind, text: string): void;
  asks(firing: Exclude<Firing, 'none'>): void;
}
