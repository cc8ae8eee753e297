import type { SummariserCache } from '@/lib/policies/contract/policy';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay, type Replay } from '@/lib/replay/replay';
import { cacheEvidence, type CacheEvidence, type CacheSettings } from './cache-model';
import type { CallCost } from './call-cost';
import {
  cacheError,
  recordedBill,
  type CacheError,
  type RatesOf,
  type RecordedBill,
} from './recorded-bill';
import { replayCost, type CompactionCost, type ReplayCost } from './replay-cost';

/** How a replay's cost is asked for; what is left out is taken from the recording and the policy. */
export interface CostQuestion {
  readonly ratesOf: RatesOf;
  readonly cache?: Partial<CacheSettings>;
  readonly summariser?: SummariserCache;
}

/** What a replay is predicted to cost, in numbers that JSON can hold. */
export interface PredictedCost {
  readonly calls: CallCost;
  readonly summariser: number;
  readonly total: number;
  readonly compactions: readonly CompactionCost[];
  readonly unpriced: number;
  readonly unanswered: number;
  readonly projected: number;
}

/** A replay's cost beside the recording's. */
export interface CostReport {
  readonly cache: CacheEvidence;
  readonly summariser: {
    readonly cache: SummariserCache;
    /** Whether the policy declares it, the user says so, or nobody knows. */
    readonly source: 'declared' | 'given' | 'assumed';
  };
  /** What the recording's usage was charged; nothing of it is modelled. */
  readonly recorded: Omit<RecordedBill, 'steps'>;
  /** The recording as it ran, and the replay, both by the model of the cache: these may be compared. */
  readonly asRecorded: PredictedCost;
  readonly replayed: PredictedCost;
  /** The model's error on the recording; null where no usage reports cache reads. */
  readonly error: CacheError | null;
}

/** Dollars of each step, for a chart; NaN where they cannot be told. */
export interface CostColumns {
  readonly recorded: Float64Array;
  readonly replayed: Float64Array;
}

const plain = ({ steps: _, prompts: __, ...numbers }: ReplayCost): PredictedCost => numbers;

/** Prices a replay and the recording that it is of. */
export function costReport(
  run: Replay,
  question: CostQuestion,
): { readonly report: CostReport; readonly steps: CostColumns } {
  const { profile } = run.session;
  const cache = { ...cacheEvidence(profile), ...question.cache };
  const declared = run.policy.traits.summariserCache;
  const summariser = question.summariser ?? declared ?? 'unshared';
  const settings = { ratesOf: question.ratesOf, cache, summariser };
  const own = asItRan(run);
  const ran = replayCost(own, settings);
  const replayed = own === run ? ran : replayCost(run, settings);
  const { steps, ...bill } = recordedBill(profile, question.ratesOf);
  const source = question.summariser !== undefined ? 'given' : declared ? 'declared' : 'assumed';
  const report: CostReport = {
    cache,
    summariser: { cache: summariser, source },
    recorded: bill,
    asRecorded: plain(ran),
    replayed: plain(replayed),
    error: cacheError(own, ran.prompts),
  };
  return { report, steps: { recorded: steps, replayed: replayed.steps } };
}

/** The recording's own compactions replayed; the replay itself where it is that. */
function asItRan(run: Replay): Replay {
  if (run.policy.traits.recording && run.faults.length === 0) return run;
  return replay(run.session, recorded, recorded.settings.parse({}));
}
