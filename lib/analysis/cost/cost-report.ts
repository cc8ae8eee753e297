import { floatAt } from '@/lib/engine/base/read';
import type { SummariserCache } from '@/lib/engine/policy/policy';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { agentCache } from './agent-cache';
import { cacheEvidence, type CacheEvidence, type CacheSettings } from './cache-evidence';
import { breakCost, type BreakCost } from './break-cost';
import type { CallCost } from './call-cost';
import {
  cacheError,
  recordedBill,
  type CacheError,
  type RatesOf,
  type RecordedBill,
} from './recorded-bill';
import { replayCost, type CompactionCost, type ReplayCost } from './replay-cost';
import { sizedOutputs } from './sized-output';

/** How a replay's cost is asked for; what is left out is taken from the recording and the policy. */
export interface CostQuestion {
  readonly ratesOf: RatesOf;
  readonly cache?: Partial<CacheSettings>;
  readonly summariser?: SummariserCache;
  /** How the recording's own agent calls its summariser; by its format where left out. */
  readonly agent?: SummariserCache | undefined;
}

/** What a replay is predicted to cost, in numbers that JSON can hold. */
export interface PredictedCost {
  readonly calls: CallCost;
  readonly summariser: number;
  readonly added: number;
  readonly total: number;
  readonly compactions: readonly CompactionCost[];
  readonly unpriced: number;
  readonly unanswered: number;
  readonly projected: number;
}

/** How a summariser's call is charged. */
export interface SummariserCall {
  readonly cache: SummariserCache;
  /** Whether the policy declares it, the user says so, or nobody knows. */
  readonly source: 'declared' | 'given' | 'assumed';
}

/** A replay's cost beside the recording's. */
export interface CostReport {
  readonly cache: CacheEvidence;
  readonly summariser: SummariserCall;
  /** The same of the recording as it ran. */
  readonly ran: SummariserCall;
  /** What the recording's usage was charged; nothing of it is modelled. */
  readonly recorded: Omit<RecordedBill, 'steps'>;
  /** What lost caches were charged above a warm one; absent where none was lost. */
  readonly breaks?: BreakCost & {
    /** Dollars of their steps above the model of the cache, as far as it prices them. */
    readonly aboveModel: number;
  };
  /** The recording as it ran, and the replay, both by the model of the cache: these may be compared. */
  readonly asRecorded: PredictedCost;
  readonly replayed: PredictedCost;
  /** The model's error on the recording; null where no usage reports cache reads. */
  readonly error: CacheError | null;
}

/** Dollars of each step, for a chart; NaN where they cannot be told. */
export interface CostColumns {
  readonly recorded: Float64Array;
  /** Steps whose recorded output is a placeholder, and sized in all columns. */
  readonly sized: ReadonlySet<number>;
  /** The recording as it ran and the replay, both modelled, their summariser's calls included. */
  readonly ran: Float64Array;
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
  const own = asItRan(run);
  const asked = callOf(run, question);
  const agent = own === run ? asked : callOf(own, question, asked);
  const priced = (of: Replay, { cache: summariser }: SummariserCall): ReplayCost =>
    replayCost(of, { ratesOf: question.ratesOf, cache, summariser });
  const ran = priced(own, agent);
  // Where a policy watches, the recording itself is what is asked about.
  const replayed = own === run || run.observation !== null ? ran : priced(run, asked);
  const { steps, ...bill } = recordedBill(run.session, question.ratesOf);
  const breaks = breakCost(run.session, question.ratesOf);
  const report: CostReport = {
    cache,
    summariser: replayed === ran ? agent : asked,
    ran: agent,
    recorded: bill,
    ...(breaks !== null && { breaks: { ...breaks, aboveModel: above(steps, ran.steps, breaks) } }),
    asRecorded: plain(ran),
    replayed: plain(replayed),
    error: cacheError(own, ran.prompts),
  };
  const sized = new Set(sizedOutputs(run.session).placeholders);
  return { report, steps: { recorded: steps, sized, ran: ran.steps, replayed: replayed.steps } };
}

/** Dollars by usage less those of the model, over the steps of the breaks that both price. */
const above = (told: Float64Array, ran: Float64Array, { steps }: BreakCost): number =>
  steps
    .map((step) => floatAt(told, step) - floatAt(ran, step))
    .reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0);

/** Given, declared by the policy (of a recording: by its agent's), as `otherwise`, or assumed unshared. */
function callOf(
  { policy: { traits }, session: { profile } }: Replay,
  { summariser, agent }: CostQuestion,
  otherwise: SummariserCall = { cache: 'unshared', source: 'assumed' },
): SummariserCall {
  if (summariser !== undefined) return { cache: summariser, source: 'given' };
  const declared =
    traits.recording === true ? (agent ?? agentCache(profile)) : traits.summariserCache;
  return declared === undefined ? otherwise : { cache: declared, source: 'declared' };
}

/** The recording's own compactions replayed; the replay itself where it is that. */
function asItRan(run: Replay): Replay {
  if (run.policy.traits.recording && run.faults.length === 0) return run;
  return replay(run.session, recorded, recorded.settings.parse({}));
}
