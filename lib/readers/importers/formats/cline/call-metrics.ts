import type { SessionBuilder, StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { stepUsage } from '../../mechanisms/session-facts';

/** Calls of one provider whose messages count tokens. */
interface ProviderCalls {
  /** Some call has more cached tokens than prompt tokens, so the prompt leaves them out. */
  apart: boolean;
  readonly calls: { readonly step: number; readonly cached: number }[];
}

/**
 * What Cline notes beside a message of the model's, `metrics.tokens`: prompt, completion, and reads and
 * writes of the cache as one sum. Whether the prompt includes them depends on the provider; all of its
 * calls in a task decide together, once they are known.
 */
export class CallMetrics {
  readonly #providers = new Map<string, ProviderCalls>();

  /** The fields of the builder's next step; null where the message has no tokens. */
  read(message: Fields, builder: SessionBuilder, at: At): Partial<StepInput> | null {
    const metrics = fieldsOf(message['metrics']);
    const tokens = fieldsOf(metrics?.['tokens']);
    if (tokens === null) return null;
    const { prompt, completion } = tokens;
    // Read as a field of cached tokens, so that an absurd number is said to be one.
    const record = {
      input_tokens: prompt,
      output_tokens: completion,
      cache_read_input_tokens: tokens['cached'],
    };
    const { real: all, output, cacheRead } = stepUsage(builder, record, 'anthropic', at);
    const cached = cacheRead ?? 0;
    const real = all !== null && all - cached === prompt ? all - cached : null;
    const provider = textOf(fieldsOf(message['modelInfo'])?.['providerId']) ?? '';
    const known = this.#providers.get(provider) ?? { apart: false, calls: [] };
    this.#providers.set(provider, known);
    if (real !== null && cached > 0) {
      known.calls.push({ step: builder.stepCount, cached });
      if (cached > real) known.apart = true;
    }
    return { real, output, usage: plain(metrics) };
  }

  /** The draft with the cached tokens added where the provider's prompts leave them out. */
  added(draft: SessionDraft): SessionDraft {
    const cached = new Map<number, number>();
    for (const { apart, calls } of this.#providers.values()) {
      if (apart) for (const call of calls) cached.set(call.step, call.cached);
    }
    if (cached.size === 0) return draft;
    const steps = draft.steps.map((step, i) => {
      const more = cached.get(i);
      return more === undefined ? step : { ...step, real: (step.real ?? 0) + more };
    });
    return { ...draft, steps };
  }
}
