import type { StepInput } from '@/lib/session/builder';
import { countOf, fieldsOf, type Fields } from '../loose-json';
import type { NoticeList } from '../notice-list';
import { stepUsage } from '../step-usage';

/** A step that may still be given its usage. */
interface OpenStep {
  input: StepInput;
}

/** Fields of an accumulated record that grow with each call. */
const names = [
  'prompt_tokens',
  'completion_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
] as const;

/** Growth of an accumulated record: the usage of the call between two of them. */
type Growth = Readonly<Record<(typeof names)[number], number>>;

/** Gives steps the growth of the usage that OpenHands only adds up. */
export class AccumulatedUsage {
  #last: Fields = {};
  #steps: OpenStep[] = [];
  /** Growth that was told before the step's own event. */
  #early: Growth[] = [];

  constructor(private readonly notices: NoticeList) {}

  /** A step without usage of its own. */
  step(step: OpenStep, at: number | string): void {
    const early = this.#early.shift();
    if (early === undefined) this.#steps.push(step);
    else this.#give(step, early, at);
  }

  /** A step that reports its own usage; the sums will grow by it. */
  told(): void {
    this.#steps = [];
  }

  /** Takes the sums as they stand now. */
  sums(sums: Fields, at: number | string, counts: 'steps' | 'known' = 'steps'): void {
    const growth = Object.fromEntries(
      names.map((name) => [name, (countOf(sums[name]) ?? 0) - (countOf(this.#last[name]) ?? 0)]),
    ) as Growth;
    this.#last = sums;
    if (growth.prompt_tokens <= 0 || counts === 'known') return;
    const steps = this.#steps.splice(0);
    const [only] = steps;
    if (only === undefined) this.#early = [growth];
    else if (steps.length === 1) this.#give(only, growth, at);
    else {
      this.notices.notice(
        'usage-shared',
        'The sum of tokens grew by several calls at once; not taken for any of them.',
        at,
      );
    }
  }

  #give(step: OpenStep, growth: Growth, at: number | string): void {
    const usage = {
      prompt_tokens: growth.prompt_tokens,
      completion_tokens: Math.max(0, growth.completion_tokens),
      prompt_tokens_details: { cached_tokens: Math.max(0, growth.cache_read_tokens) },
    };
    step.input = { ...step.input, ...stepUsage(this.notices, usage, 'openai', at) };
  }
}

/** The agent's own sums among those of all models of a conversation. */
export function agentMetrics(stats: Fields | null): Fields | null {
  const all = fieldsOf(stats?.['usage_to_metrics']) ?? fieldsOf(stats?.['service_to_metrics']);
  if (all === null) return null;
  return fieldsOf(all['agent']) ?? fieldsOf(all['default']);
}
