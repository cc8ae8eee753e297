import { GrowableInts } from '@/lib/base/growable';
import { intAt } from '@/lib/base/read';
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

/** A step while it is chosen. */
interface AskedStep {
  readonly real: number;
  /** The first step of its session with usage. */
  readonly first: boolean;
  readonly generated: boolean;
}

/** Choice of steps. */
type Keep = (step: AskedStep) => boolean;

/** A group of steps while it is filled. */
interface Group {
  readonly model: string;
  readonly generated: boolean;
  steps: number;
  sessions: number;
  last: number;
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

  /** The steps that a choice keeps, in their order. */
  pick(keep: Keep): PickedRatios {
    const steps = new GrowableInts();
    const cluster = new GrowableInts();
    const indexes = new Map<number, number>();
    this.#each(keep, (step, session) => {
      steps.push(step);
      cluster.push(indexIn(indexes, this.#cluster.at(session)));
    });
    const real = this.#real.pick(steps.all);
    const heuristic = this.#heuristic.pick(steps.all);
    const ratio = Float64Array.from(real, (tokens, at) => tokens / intAt(heuristic, at));
    return { ratio, real, heuristic, cluster: cluster.all, clusters: indexes.size };
  }

  /** The kept steps by model, generated ones apart; the most frequent first. */
  byModel(keep: Keep): readonly RatiosOfModel[] {
    const groups = this.#groups(keep);
    const columns = groups.map(({ steps }) => new Float64Array(steps));
    const filled = new Int32Array(groups.length);
    const at = new Map(groups.map((group, index) => [keyOf(group), index]));
    const models = [...this.#models.keys()];
    this.#each(keep, (step, session) => {
      const model = models[this.#model.at(step)] ?? UNKNOWN;
      const index = at.get(keyOf({ model, generated: this.#generated.at(session) === 1 })) ?? 0;
      const place = intAt(filled, index);
      const column = columns[index];
      if (column !== undefined) column[place] = this.#real.at(step) / this.#heuristic.at(step);
      filled[index] = place + 1;
    });
    return groups
      .map(({ model, generated, sessions }, index): RatiosOfModel => {
        const ratios = columns[index] ?? new Float64Array();
        return { model, generated, sessions, ratios: ratios.sort() };
      })
      .sort(
        (a, b) =>
          Number(a.generated) - Number(b.generated) ||
          b.ratios.length - a.ratios.length ||
          (a.model < b.model ? -1 : 1),
      );
  }

  #groups(keep: Keep): readonly Group[] {
    const groups = new Map<string, Group>();
    const models = [...this.#models.keys()];
    this.#each(keep, (step, session) => {
      const generated = this.#generated.at(session) === 1;
      const model = models[this.#model.at(step)] ?? UNKNOWN;
      const key = keyOf({ model, generated });
      const group = groups.get(key) ?? { model, generated, steps: 0, sessions: 0, last: -1 };
      groups.set(key, group);
      group.steps++;
      if (group.last !== session) group.sessions++;
      group.last = session;
    });
    return [...groups.values()];
  }

  #each(keep: Keep, take: (step: number, session: number) => void): void {
    for (let session = 0; session < this.#starts.length; session++) {
      const from = this.#starts.at(session);
      const isLast = session + 1 === this.#starts.length;
      const to = isLast ? this.#real.length : this.#starts.at(session + 1);
      const generated = this.#generated.at(session) === 1;
      for (let step = from; step < to; step++) {
        const asked = { real: this.#real.at(step), first: step === from, generated };
        if (keep(asked)) take(step, session);
      }
    }
  }
}

const UNKNOWN = 'unknown model';

const keyOf = ({ model, generated }: Pick<Group, 'model' | 'generated'>): string =>
  `${generated ? 'generated' : 'recorded'} ${model}`;

/** The index of a key; a new one is given the next. */
function indexIn<T>(indexes: Map<T, number>, key: T): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
