import { intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { partKinds, type PartKind } from '@/lib/engine/session/schema';
import type { ScoredStep } from './scored-steps';

/** Real and heuristic tokens that belong together. */
export interface RatioRow {
  readonly name: string;
  /** Requests or growths that were added up. */
  readonly n: number;
  readonly real: number;
  readonly heuristic: number;
  /** real ÷ heuristic; NaN where the heuristic is 0. */
  readonly ratio: number;
}

/** Growth that is to this share of one category counts for it. */
const MOSTLY = 0.8;

class Sums {
  readonly #rows = new Map<string, { n: number; real: number; heuristic: number }>();

  add(name: string, real: number, heuristic: number): void {
    const row = this.#rows.get(name) ?? { n: 0, real: 0, heuristic: 0 };
    this.#rows.set(name, {
      n: row.n + 1,
      real: row.real + real,
      heuristic: row.heuristic + heuristic,
    });
  }

  rows(order: readonly string[]): readonly RatioRow[] {
    return order.flatMap((name) => {
      const row = this.#rows.get(name);
      return row ? [{ name, ...row, ratio: row.real / row.heuristic }] : [];
    });
  }

  get names(): readonly string[] {
    return [...this.#rows.keys()];
  }
}

/** Whole requests by model, in order of appearance. */
export function ratioByModel(
  { profile }: Replayable,
  scored: readonly ScoredStep[],
): readonly RatioRow[] {
  const sums = new Sums();
  for (const { step, real, heuristics } of scored) {
    const model = profile.head.models[intAt(profile.steps.model, step)] ?? 'unknown model';
    sums.add(model, real, heuristics.bytes);
  }
  return sums.rows(sums.names);
}

/** Names of the rows of {@link growthByCategory}. */
const MIXED = 'mixed';

/**
 * Cost of entries: the growth of real between neighbouring steps of a run of steps, by the
 * category that makes up most of the heuristic of the entries added between them.
 */
export function growthByCategory({ profile, projection }: Replayable): readonly RatioRow[] {
  const sums = new Sums();
  const { real, entries } = profile.steps;
  for (const { from, to, first } of projection.runs.pairs) {
    if (from < 0 || first) continue;
    const growth = intAt(real, to) - intAt(real, from);
    const added = categoriesOf(profile.entries.kinds, intAt(entries, from), intAt(entries, to));
    const heuristic = added.reduce((sum, [, tokens]) => sum + tokens, 0);
    if (growth < 0 || heuristic === 0) continue;
    const [kind, most] = added.reduce((best, one) => (one[1] > best[1] ? one : best));
    sums.add(most >= MOSTLY * heuristic ? kind : MIXED, growth, heuristic);
  }
  return sums.rows([...partKinds, MIXED]);
}

function categoriesOf(
  kinds: Readonly<Record<PartKind, Int32Array>>,
  from: number,
  to: number,
): readonly (readonly [PartKind, number])[] {
  return partKinds.map((kind) => {
    let tokens = 0;
    for (let entry = from; entry < to; entry++) tokens += intAt(kinds[kind], entry);
    return [kind, tokens] as const;
  });
}
