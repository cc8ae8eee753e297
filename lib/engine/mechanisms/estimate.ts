/**
 * Estimators of a request's real tokens that any threshold policy can decide with, besides its own
 * rule. Each is scored against recordings by `lib/analysis/score/estimator-score.ts`; DESIGN §4 "What real
 * recordings say" and research/ratios.md are the evidence.
 */
import { floatAt, intAt } from '@/lib/engine/base/read';
import { shippedDensity } from '@/lib/engine/tokens/density';
import { hiddenPrefix } from '@/lib/engine/tokens/prefix-prior';
import { writesEstimates } from '@/lib/engine/policy/columns';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { correctionOf } from './correction';
import type { Clamp } from '@/lib/engine/policy/decision';
import { estimateClamp, type EstimateSettings } from './estimate-settings';

export * from './estimate-settings';

/** Groups a session must have before its own density is trusted (DESIGN §2). */
const ENOUGH_GROUPS = 5;

/**
 * The estimator of one replay. A policy asks `value` for every request it decides on, says `observe`
 * when usage of a request arrived and `reset` when it compacted. The operands of each value go to
 * the columns: correction and calibrated, or density, base, baseHeuristic, baseStep, densityGroups.
 */
export class Estimate {
  readonly #input: Pick<PolicyInput, 'profile' | 'requests' | 'columns'>;
  /** Per model, the last for no model: shipped density, and what was learnt. */
  readonly #shipped: Float64Array;
  readonly #growth: Float64Array;
  readonly #heuristic: Float64Array;
  readonly #groups: Int32Array;
  #settings: EstimateSettings;
  #factor = 0;
  #clamp: Clamp = { floor: 1, cap: Infinity };
  /** The newest request with usage since the last reset; step −1 for none. */
  #anchorStep = -1;
  #anchorModel = 0;
  #anchorReal = 0;
  #anchorHeuristic = 0;
  /** The prefix fitted at the first usage since the last reset, and its step. */
  #fitted = 0;
  #fittedStep = -1;

  constructor(
    settings: EstimateSettings,
    input: Pick<PolicyInput, 'profile' | 'requests' | 'columns'>,
  ) {
    this.#settings = settings;
    this.#input = input;
    const { models } = input.profile.head;
    this.#shipped = Float64Array.from([...models, null], (model) => shippedDensity(model).value);
    this.#growth = new Float64Array(models.length + 1);
    this.#heuristic = new Float64Array(models.length + 1);
    this.#groups = new Int32Array(models.length + 1);
    writesEstimates(input.columns);
    this.configure(settings);
  }

  /** Goes on with other settings; what was learnt stays. */
  configure(settings: EstimateSettings): void {
    this.#settings = settings;
    this.#factor = 'factor' in settings ? settings.factor : settings.estimateFactor;
    this.#clamp = estimateClamp(settings) ?? { floor: 1, cap: Infinity };
  }

  /**
   * Estimated real tokens of a request of heuristic `h` at a step, truncated. `lastReal` and
   * `lastHeuristic` are the policy's own state, 0 for none: only the calibrated ones use them.
   */
  value(step: number, h: number, lastReal: number, lastHeuristic: number): number {
    switch (this.#settings.estimator) {
      case 'own':
      case 'raw':
        return h;
      case 'factor':
        return this.#scaled(step, h, this.#factor);
      case 'calibrated':
      case 'uncapped':
        return this.#calibrated(step, h, lastReal, lastHeuristic);
      case 'density':
        return this.#line(step, h, 0, 0, -1);
      case 'prefix':
        return this.#fittedStep < 0
          ? this.#line(step, h, this.#prior(step), 0, -1)
          : this.#line(step, h, this.#fitted, 0, this.#fittedStep);
      case 'anchor':
        return this.#anchorStep < 0
          ? this.#line(step, h, this.#prior(step), 0, -1)
          : this.#line(step, h, this.#anchorReal, this.#anchorHeuristic, this.#anchorStep);
    }
  }

  /**
   * Estimate of a request just compacted, before its usage: a policy checks it to decide on another
   * pass. Writes nothing and does not depend on the last observation.
   */
  compacted(step: number, h: number): number {
    const { estimator } = this.#settings;
    if (estimator === 'own' || estimator === 'raw') return h;
    const line = estimator === 'density' || estimator === 'prefix' || estimator === 'anchor';
    if (!line) return Math.trunc(h * this.#factor);
    const base = estimator === 'density' ? 0 : this.#prior(step);
    return Math.trunc(base + this.#density(this.#model(step)) * h);
  }

  /** Usage arrived for the request of heuristic `h` that a step sent. */
  observe(step: number, h: number, real: number): void {
    const model = this.#model(step);
    if (this.#anchorStep >= 0 && this.#anchorModel === model) {
      const growth = real - this.#anchorReal;
      const added = h - this.#anchorHeuristic;
      if (growth >= 0 && added > 0) {
        this.#growth[model] = floatAt(this.#growth, model) + growth;
        this.#heuristic[model] = floatAt(this.#heuristic, model) + added;
        this.#groups[model] = intAt(this.#groups, model) + 1;
      }
    }
    this.#anchorStep = step;
    this.#anchorModel = model;
    this.#anchorReal = real;
    this.#anchorHeuristic = h;
    if (this.#fittedStep >= 0) return;
    const visible = this.#density(model) * h;
    this.#fitted = real > visible ? real - visible : 0;
    this.#fittedStep = step;
  }

  /** After a compaction: the next request is another, so anchor and fitted prefix are void. */
  reset(): void {
    this.#anchorStep = -1;
    this.#fittedStep = -1;
  }

  /** Everything kept between steps is lost: a process restart. */
  forget(): void {
    this.reset();
    this.#growth.fill(0);
    this.#heuristic.fill(0);
    this.#groups.fill(0);
  }

  #model(step: number): number {
    const model = intAt(this.#input.profile.steps.model, step);
    return model < 0 ? this.#groups.length - 1 : model;
  }

  #learnt(model: number): boolean {
    return (
      this.#settings.densityFrom === 'session' &&
      intAt(this.#groups, model) >= ENOUGH_GROUPS &&
      floatAt(this.#growth, model) > 0
    );
  }

  #density(model: number): number {
    const { densityFrom, density } = this.#settings;
    if (densityFrom === 'fixed') return density;
    return this.#learnt(model)
      ? floatAt(this.#growth, model) / floatAt(this.#heuristic, model)
      : floatAt(this.#shipped, model);
  }

  #prior(step: number): number {
    const { priorFrom, prior } = this.#settings;
    if (priorFrom === 'fixed') return prior;
    const { profile, requests } = this.#input;
    return hiddenPrefix(profile.head, requests.estimator.prefix, this.#density(this.#model(step)));
  }

  #scaled(step: number, h: number, correction: number): number {
    const { columns } = this.#input;
    const scaled = Math.trunc(h * correction);
    columns.correction[step] = correction;
    columns.calibrated[step] = scaled;
    return scaled;
  }

  #calibrated(step: number, h: number, real: number, last: number): number {
    const { floor, cap } = this.#clamp;
    const scaled = this.#scaled(step, h, correctionOf(real, last, this.#factor, floor, cap));
    return real > scaled ? real : scaled;
  }

  #line(step: number, h: number, base: number, from: number, baseStep: number): number {
    const { columns } = this.#input;
    const model = this.#model(step);
    const density = this.#density(model);
    columns.density[step] = density;
    columns.base[step] = base;
    columns.baseHeuristic[step] = from;
    columns.baseStep[step] = baseStep;
    columns.densityGroups[step] = this.#learnt(model) ? intAt(this.#groups, model) : 0;
    const value = base + density * (h - from);
    return value > 0 ? Math.trunc(value) : 0;
  }
}
