/** Messages between page and worker about tuning. */
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import type { Coverage, Telling } from '@/lib/tuning/evidence/coverage';
import type { RatioQuestion, RatioReport } from '@/lib/tuning/evidence/ratio-report';
import type { WouldDecide } from '@/lib/tuning/evidence/would-decide';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import type { Recommendation } from '@/lib/tuning/recommend/recommendation';
import type { Words } from '@/lib/engine/base/answer/words';
import type { CellSums } from '@/lib/tuning/region/cell-sums';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';

type Values = Readonly<Record<string, unknown>>;

/** A session as the page hands it over: its facts and its encoded profile. */
export interface CarriedSession {
  readonly facts: CorpusFacts;
  readonly profile: Uint8Array;
}

/** Today's settings, and what may be proposed instead of them. */
export interface TuneAim {
  readonly today: Values;
  /** Today's values of the axes of the plan's first column. */
  readonly values: readonly number[];
  /** Settings that a user can set; the others are constants of the program. */
  readonly settable: readonly string[];
}

/** Replays sessions under every cell of a plan. */
export interface SweepTask {
  readonly do: 'sweep';
  readonly ids: readonly string[];
  readonly plan: SweepPlan;
  readonly aim: TuneAim;
}

/** Computes figures of the latest sweep's sessions under cells of its plan. */
export interface FigureTask {
  readonly do: 'figures';
  readonly figures: readonly FigureId[];
  readonly cells: readonly SweepCell[];
  /** Prices that overrule the list, in dollars per million tokens. */
  readonly prices: GivenPrices;
}

/** Writes what settings do to the recorded sessions of the latest sweep as expectations. */
interface RecordTask {
  readonly do: 'record';
  readonly settings: Values;
  readonly recommendation: {
    readonly settings: Readonly<Record<string, number>>;
    readonly within: number;
    readonly vary: readonly {
      readonly setting: string;
      readonly from: number;
      readonly to: number;
      readonly step: number;
    }[];
  } | null;
}

/** What the page asks for. */
export type TuneTask =
  | SweepTask
  | FigureTask
  | RecordTask
  /** Decodes and prepares sessions; they stay until the worker ends. */
  | { readonly do: 'load'; readonly sessions: readonly CarriedSession[] }
  /** Replays the sessions of the latest sweep under other cells of its plan. */
  | { readonly do: 'cells'; readonly cells: readonly SweepCell[] }
  /** Finds the first step at which sessions fare otherwise under two cells of the latest sweep's plan. */
  | {
      readonly do: 'deciding';
      readonly ids: readonly string[];
      readonly cells: readonly [SweepCell, SweepCell];
    }
  /** Searches the edges that decide sessions of the latest sweep, over every value of its settings. */
  | { readonly do: 'edges'; readonly ids: readonly string[] }
  /** Reports on real ÷ heuristic over the sessions of the latest sweep. */
  | ({ readonly do: 'ratios' } & RatioQuestion)
  /** Searches the edges of the latest recommendation over every value, and replays it under other assumptions. */
  | { readonly do: 'assure' }
  /** Reads computed cells of the latest sweep, by their index. */
  | { readonly do: 'read'; readonly cells: readonly number[] };

/** From the page. `run` numbers the tasks of one page. */
export type TuneRequest =
  | { readonly kind: 'run'; readonly run: number; readonly task: TuneTask }
  | { readonly kind: 'cancel'; readonly run: number };

/** A session that is ready, or why it is not. */
export interface LoadedSession {
  readonly id: string;
  readonly steps: number;
  /** Id of the format that it was read from. */
  readonly source: string;
  /** The limit it is judged by; null where it is unknown. */
  readonly limit: number | null;
  /** At most 64 points in percent of the limit (of the peak where no limit is known). */
  readonly spark: readonly number[];
  readonly error: string | null;
}

/** The recommendation in sentences. */
export interface TuneWords {
  readonly answer: Words;
  readonly edges: string;
  readonly decider: Words;
  readonly byTime: Words;
  readonly bySession: Words;
  /** A sentence for each axis along which no recorded session differs. */
  readonly undecided: readonly string[];
  /** For each of them what the recorded sessions have of what would decide it. */
  readonly wouldDecide: readonly WouldDecide[];
  /** What the answer comes to if what nobody recorded was otherwise; empty while that is not known. */
  readonly sensitivity: string;
}

/** Sums of cells so far, of recorded and of generated sessions. */
export interface RunSums {
  readonly recorded: CellSums;
  readonly generated: CellSums;
}

/** Sums of the grid or the sample with its cells, which a refinement adds to, and of the policies beside it. */
export interface SweepSums {
  readonly grid: RunSums & { readonly cells: readonly SweepCell[] };
  readonly beside: RunSums;
}

/** An end: of the grid alone, while the policies beside it go on, or of everything. */
interface Ended {
  readonly done: number;
  readonly total: number;
  readonly ms: number;
  readonly cancelled: boolean;
  readonly sums: SweepSums;
  /** Null while cells are missing, and for a corpus without a recorded session. */
  readonly recommendation: Recommendation | null;
  readonly telling: Telling | null;
  /** What both say, in sentences; null without a recommendation. */
  readonly words: TuneWords | null;
}

/** Replays done, of all, and milliseconds of work. */
interface Progress {
  readonly done: number;
  readonly total: number;
  readonly ms: number;
}

/** From the worker. */
export type TuneReply = { readonly run: number } & (
  | { readonly kind: 'loaded'; readonly sessions: readonly LoadedSession[] }
  | { readonly kind: 'covered'; readonly coverage: Coverage }
  | (Progress & {
      readonly kind: 'progress';
      readonly phase: 'coarse' | 'refined' | 'rest';
      /** Only when a part of the cells is complete. */
      readonly sums: SweepSums | null;
    })
  | (Ended & { readonly kind: 'answered' })
  | (Ended & { readonly kind: 'swept' })
  /** A step of each session; −1 where both cells lead to the same events and there are none. */
  | { readonly kind: 'steps'; readonly steps: readonly number[] }
  /** For each session in the order that was asked. */
  | { readonly kind: 'edges'; readonly edges: readonly SessionEdge[] }
  | { readonly kind: 'ratios'; readonly report: RatioReport }
  | { readonly kind: 'recorded'; readonly yaml: string }
  /** Null where there is no recommendation. */
  | {
      readonly kind: 'assured';
      readonly along: readonly AlongSetting[];
      readonly recommendation: Recommendation | null;
      readonly words: TuneWords | null;
    }
  | { readonly kind: 'totals'; readonly results: SweepResults }
  /** The figures come last, or null where it was cancelled. */
  | (Progress & { readonly kind: 'figuring' })
  | { readonly kind: 'figured'; readonly ms: number; readonly results: FigureResults | null }
  | { readonly kind: 'failed'; readonly message: string }
);
