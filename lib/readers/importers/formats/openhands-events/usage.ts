import type { StepInput } from '@/lib/engine/session/builder';
import { countOf, fieldsOf, type Fields, type At } from '../../mechanisms/loose-json';
import type { NoticeList } from '@/lib/engine/session/notice-list';
import { stepUsage } from '../../mechanisms/session-facts';

/** A step that may still get its usage. */
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

/** Assigns growth to steps: OpenHands records usage only as a running sum. */
export class AccumulatedUsage {
  #last: Fields = {};
  #steps: OpenStep[] = [];
  /** Growth reported before the step's own event. */
  #early: Growth[] = [];

  constructor(private readonly notices: NoticeList) {}

  /** Takes a step without usage of its own. */
  step(step: OpenStep, at: At): void {
    const early = this.#early.shift();
    if (early === undefined) this.#steps.push(step);
    else this.#give(step, early, at);
  }

  /** Takes a step that reports its own usage; the sums will grow by it. */
  reports(): void {
    this.#steps = [];
  }

  /** Takes the current sums. */
  sums(sums: Fields, at: At, counts: 'steps' | 'known' = 'steps'): void {
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
        'The token sums grew by several calls at once; none of them has a known usage.',
        at,
      );
    }
  }

  #give(step: OpenStep, growth: Growth, at: At): void {
    const usage = {
      prompt_tokens: growth.prompt_tokens,
      completion_tokens: Math.max(0, growth.completion_tokens),
      prompt_tokens_details: { cached_tokens: Math.max(0, growth.cache_read_tokens) },
    };
    step.input = Object.assign({}, step.input, stepUsage(this.notices, usage, 'openai', at));
  }
}

/** The agent's own sums among those of all models of a conversation. */
export function agentMetrics(stats: Fields | null): Fields | null {
  const all = fieldsOf(stats?.['usage_to_metrics']) ?? fieldsOf(stats?.['service_to_metrics']);
  if (all === null) return null;
  return fieldsOf(all['agent']) ?? fieldsOf(all['default']);
}
