import { GrowableInts } from '@/lib/engine/base/growable';
import { quantile } from '@/lib/engine/base/stats';
import { CorpusRatios } from './corpus-ratios';
import type { Coverage, SessionCoverage, RatioRow } from './coverage';
import type { GrowthStep, SessionEvidence } from './session-evidence';

/** Growth of one category. */
class Growth {
  readonly real = new GrowableInts();
  readonly heuristic = new GrowableInts();
  sessions = 0;
  last = -1;
}

/**
 * Adds up the evidence of a corpus session by session; what it keeps of each step are some twenty
 * bytes. Ratios of the coverage are of recorded sessions only.
 */
export class CoverageTally {
  readonly ratios = new CorpusRatios();
  readonly #growth = new Map<string, Growth>();
  readonly #models = new Set<string>();
  readonly #counts = {
    ...{ recorded: 0, generated: 0, subAgents: 0, steps: 0, near: 0 },
    ...{ overflowing: 0, looping: 0, startsInMiddle: 0, unknownLimit: 0, withoutUsage: 0 },
  };
  #from: number | null = null;
  #to: number | null = null;

  /** Sessions added so far. */
  get sessions(): number {
    return this.#counts.recorded + this.#counts.generated;
  }

  add({ facts, evidence }: SessionCoverage): void {
    const { generated, model, startedAt, subAgent } = facts;
    const counts = this.#counts;
    counts.steps += evidence.steps;
    this.ratios.add(facts, evidence.ratios);
    if (generated) {
      counts.generated++;
      return;
    }
    counts.recorded++;
    if (subAgent) counts.subAgents++;
    if (model !== null) this.#models.add(model);
    if (startedAt !== null) {
      this.#from = Math.min(this.#from ?? startedAt, startedAt);
      this.#to = Math.max(this.#to ?? startedAt, startedAt);
    }
    this.#judge(evidence);
    for (const step of evidence.growth) this.#grow(step);
  }

  coverage(): Coverage {
    const byModel = this.ratios
      .byModel({ first: false, least: 0, recorded: true })
      .map(({ model, sessions, ratios }) => rowOf(model, sessions, ratios));
    const byCategory = [...this.#growth].map(([category, { real, heuristic, sessions }]) => {
      const ratios = new Float64Array(real.length);
      for (let i = 0; i < ratios.length; i++) ratios[i] = real.at(i) / heuristic.at(i);
      return rowOf(category, sessions, ratios.sort());
    });
    return {
      ...this.#counts,
      models: [...this.#models].sort(),
      from: this.#from,
      to: this.#to,
      byModel,
      byCategory: byCategory.sort((a, b) => b.n - a.n || (a.of < b.of ? -1 : 1)),
    };
  }

  #judge({ near, today, startsInMiddle, limit, hasUsage }: SessionEvidence): void {
    const counts = this.#counts;
    if (near) counts.near++;
    if (today.overflowSteps > 0) counts.overflowing++;
    if (today.loop) counts.looping++;
    if (startsInMiddle) counts.startsInMiddle++;
    if (limit === null) counts.unknownLimit++;
    if (!hasUsage) counts.withoutUsage++;
  }

  #grow({ category, real, heuristic }: GrowthStep): void {
    const growth = this.#growth.get(category) ?? new Growth();
    this.#growth.set(category, growth);
    growth.real.push(real);
    growth.heuristic.push(heuristic);
    if (growth.last !== this.sessions) growth.sessions++;
    growth.last = this.sessions;
  }
}

/** The coverage of a corpus whose evidence is in memory. */
export function coverageOf(sessions: readonly SessionCoverage[]): Coverage {
  const tally = new CoverageTally();
  for (const session of sessions) tally.add(session);
  return tally.coverage();
}

/** Quantiles of ratios sorted upwards. */
function rowOf(of: string, sessions: number, sorted: Float64Array): RatioRow {
  const at = (q: number): number => quantile(sorted, q);
  return { of, n: sorted.length, sessions, p10: at(0.1), median: at(0.5), p90: at(0.9) };
}
