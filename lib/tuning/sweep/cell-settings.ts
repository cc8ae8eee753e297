import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings, settingsKey } from '@/lib/engine/policy/session-settings';
import { findPolicy } from '@/lib/policies/registry';
import type { ProfileHead } from '@/lib/engine/tokens/profile';
import type { SweepCell, SweepColumn, SweepPlan } from './plan';

/** The policies of a plan's columns; an unknown one throws. */
export function planPolicies({ columns }: Pick<SweepPlan, 'columns'>): readonly Policy[] {
  return columns.map(({ policy: id }) => {
    const policy = findPolicy(id);
    if (policy === undefined) throw new Error(`There is no policy ${id}`);
    return policy;
  });
}

/** A column names the window, as a setting that it fixes or as an axis: it then holds for all steps. */
export const setsWindow = (column: SweepColumn | undefined): boolean =>
  column !== undefined &&
  ('window' in column.settings || column.axes.some(({ setting }) => setting === 'window'));

/** Settings that a session says, and the complete ones of cells, by index. */
interface OwnSettings {
  readonly settings: Settings;
  readonly parsed: Settings[];
}

/**
 * Settings of the cells of a sweep: what a session says of itself (its limit is the window), then what
 * the column fixes, then the values of its axes. Parsed once for all sessions that say the same: a
 * parse takes as long as a short replay. Throws a ZodError for a value that the policy does not allow.
 */
export class CellSettings {
  readonly #plan: SweepPlan;
  readonly #cells: readonly SweepCell[];
  readonly #policies: readonly Policy[];
  readonly #parsed = new Map<string, Settings[]>();
  /** By column: what sessions say, by the facts that decide it. */
  readonly #said: readonly Map<string, OwnSettings>[];

  constructor(plan: SweepPlan, cells: readonly SweepCell[]) {
    this.#plan = plan;
    this.#cells = cells;
    this.#policies = planPolicies(plan);
    this.#said = plan.columns.map(() => new Map());
  }

  /** A reader of the settings of cells, by index, for one session. */
  of(head: ProfileHead): (cell: number) => Settings {
    const facts = settingsKey(head);
    return (index) => {
      const cell = this.#cells[index];
      if (!cell) throw new RangeError(`There is no cell ${index}`);
      const session = this.#own(cell.column, facts, head);
      return (session.parsed[index] ??= this.#parse(cell, session.settings));
    };
  }

  /**
   * What a session says of itself and a column leaves open, and the settings parsed with it; once for
   * all sessions that say the same.
   */
  #own(column: number, facts: string, head: ProfileHead): OwnSettings {
    const known = this.#said[column]?.get(facts);
    if (known !== undefined) return known;
    const { settings: fixed = {}, axes = [] } = this.#plan.columns[column] ?? {};
    const policy = this.#policies[column];
    const said = policy === undefined ? {} : (sessionSettings(policy, head) as Settings);
    const given = new Set([...Object.keys(fixed), ...axes.map(({ setting }) => setting)]);
    const settings = Object.fromEntries(Object.entries(said).filter(([key]) => !given.has(key)));
    const key = `${column} ${JSON.stringify(settings)}`;
    const parsed = this.#parsed.get(key) ?? [];
    this.#parsed.set(key, parsed);
    const own = { settings, parsed };
    this.#said[column]?.set(facts, own);
    return own;
  }

  #parse({ column, values }: SweepCell, own: Settings): Settings {
    const { settings = {}, axes = [] } = this.#plan.columns[column] ?? {};
    const varied = Object.fromEntries(axes.map(({ setting }, axis) => [setting, values[axis]]));
    return this.#policies[column]?.settings.parse({ ...own, ...settings, ...varied }) as Settings;
  }
}
