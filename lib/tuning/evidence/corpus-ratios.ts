import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import type { CorpusFacts } from '../corpus-session';
import type { RatioStep } from './session-evidence';

/** Some steps of a corpus in columns. */
export interface PickedRatios {
  /** real ÷ heuristic. */
  readonly ratio: Float64Array;
  readonly real: Int32Array;
  readonly heuristic: Int32Array;
  /** Clusters, 0 to `clusters` − 1, in the order in which they first appear. */
  readonly cluster: Int32Array;
  readonly clusters: number;
}

/** The ratios of one model, sorted upwards. */
export interface RatiosOfModel {
  readonly model: string;
  readonly generated: boolean;
  readonly sessions: number;
  readonly ratios: Float64Array;
}

/** Choice of steps. */
export interface RatioChoice {
  /** First steps of their session with usage alone, or all. */
  readonly first: boolean;
  /** Least real tokens. */
  readonly least: number;
  /** Recorded sessions alone, or generated ones too. */
  readonly recorded: boolean;
}

/** The steps of one model: counted first, then filled in. */
class Group {
  sessions = 0;
  ratios = new Float64Array();
  #steps = 0;
  #last = -1;

  count(session: number): void {
    this.#steps++;
    if (this.#last !== session) this.sessions++;
    this.#last = session;
  }

  begin(): void {
    this.ratios = new Float64Array(this.#steps);
    this.#steps = 0;
  }

  put(ratio: number): void {
    this.ratios[this.#steps++] = ratio;
  }
}

/**
 * The ratios of a corpus, session by session, in columns: 12 bytes a step. As objects those of 100,000
 * sessions take over a gigabyte.
 */
export class CorpusRatios {
  readonly #real = new GrowableInts();
  readonly #heuristic = new GrowableInts();
  readonly #model = new GrowableInts();
  /** By session: its first step here, its cluster, 1 where a scenario made it. */
  readonly #starts = new GrowableInts();
  readonly #cluster = new GrowableInts();
  readonly #generated = new GrowableInts();
  readonly #models = new Map<string, number>();
  readonly #clusters = new Map<string, number>();

  /** Adds a session. */
  add(
    { cluster, generated }: Pick<CorpusFacts, 'cluster' | 'generated'>,
    steps: readonly RatioStep[],
  ): void {
    this.#starts.push(this.#real.length);
    this.#cluster.push(indexIn(this.#clusters, cluster));
    this.#generated.push(generated ? 1 : 0);
    for (const { real, heuristic, model } of steps) {
      this.#real.push(real);
      this.#heuristic.push(heuristic);
      this.#model.push(indexIn(this.#models, model ?? UNKNOWN));
    }
  }

  /** The chosen steps, in their order. */
  pick(choice: RatioChoice): PickedRatios {
    const steps = new GrowableInts();
    const cluster = new GrowableInts();
    const indexes = new Map<number, number>();
    this.#each(choice, (step, session) => {
      steps.push(step);
      cluster.push(indexIn(indexes, this.#cluster.at(session)));
    });
    const chosen = steps.slice();
    const real = this.#real.pick(chosen);
    const heuristic = this.#heuristic.pick(chosen);
    const ratio = new Float64Array(real.length);
    for (let i = 0; i < ratio.length; i++) ratio[i] = intAt(real, i) / intAt(heuristic, i);
    return { ratio, real, heuristic, cluster: cluster.slice(), clusters: indexes.size };
  }

  /** The chosen steps by model, generated ones apart; the most frequent first. */
  byModel(choice: RatioChoice): readonly RatiosOfModel[] {
    const models = [...this.#models.keys()];
    /** By model, twice: recorded, then generated. */
    const groups = Array.from({ length: 2 * models.length }, () => new Group());
    const groupOf = (step: number, session: number): Group | undefined =>
      groups[this.#model.at(step) + this.#generated.at(session) * models.length];
    this.#each(choice, (step, session) => groupOf(step, session)?.count(session));
    for (const group of groups) group.begin();
    this.#each(choice, (step, session) => {
      groupOf(step, session)?.put(this.#real.at(step) / this.#heuristic.at(step));
    });
    return groups
      .map(({ sessions, ratios }, index): RatiosOfModel => {
        const model = models[index % models.length] ?? UNKNOWN;
        return { model, generated: index >= models.length, sessions, ratios: ratios.sort() };
      })
      .filter(({ ratios }) => ratios.length > 0)
      .sort(
        (a, b) =>
          Number(a.generated) - Number(b.generated) ||
          b.ratios.length - a.ratios.length ||
          (a.model < b.model ? -1 : 1),
      );
  }

  #each(
    { first, least, recorded }: RatioChoice,
    take: (step: number, session: number) => void,
  ): void {
    for (let session = 0; session < this.#starts.length; session++) {
      if (recorded && this.#generated.at(session) === 1) continue;
      const from = this.#starts.at(session);
      const isLast = session + 1 === this.#starts.length;
      const end = isLast ? this.#real.length : this.#starts.at(session + 1);
      const to = first ? Math.min(end, from + 1) : end;
      for (let step = from; step < to; step++) {
        if (this.#real.at(step) >= least) take(step, session);
      }
    }
  }
}

const UNKNOWN = 'unknown model';

/** The index of a key; a new one is given the next. */
function indexIn<T>(indexes: Map<T, number>, key: T): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
