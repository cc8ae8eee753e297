import type { GivenSettings, PolicyChoice } from '@/lib/policies/policy-choice';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { findContradiction } from '@/lib/engine/session/check';
import type { Session } from '@/lib/engine/session/schema';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';
import { replaySession, type SessionReplay } from '../subject/replay-session';
import { SHRINK_BUDGET } from './budget';
import { keptOf, type Keep, type Kept } from './kept';
import { minimise } from './minimise';
import { smallerSession, type Rows } from './smaller-session';
import { rowsOf, unitsBetween, unitsOf, type Unit } from './units';

/** Every replay counts as so many steps at least: the smallest takes its time too. */
const LEAST_WORK = 50;

/** A session, and what of it is kept under which policy. */
export interface ShrinkAsked {
  /** Its numbers-only form. */
  readonly session: Session;
  readonly keep: Keep;
  /** As in `ReplayChoice`: left out, each session is replayed as it opens. */
  readonly choice?: PolicyChoice | null;
  readonly settings?: GivenSettings;
  readonly prefixTokens?: number;
  readonly budget?: number;
}

/** A session of the fewest steps and entries, and how it was found. */
export interface Shrunk {
  readonly session: Session;
  readonly replayed: SessionReplay;
  readonly kept: Pick<Kept, 'title' | 'words' | 'step'>;
  /** Place of the kept step now; null where it went. */
  readonly step: number | null;
  readonly replays: number;
  /** Neither a step nor an entry (with the entries that answer its calls) can go alone; false where the budget ended. */
  readonly isMinimal: boolean;
}

/** How many of the units are left, of how many. */
export interface ShrinkProgress {
  readonly left: number;
  readonly of: number;
}

/**
 * Reduces a session to the fewest steps and entries of which something still holds under the same policy and
 * settings. First a window in front of the step is looked for, doubling: what came after it is the first to go.
 * The error is a sentence.
 */
export function* shrink(
  asked: ShrinkAsked,
): Generator<ShrinkProgress, Result<Shrunk, string>, void> {
  const replays = new SmallerReplays(asked);
  const whole = replays.replayed(asked.session, everyRow(asked.session).entries);
  if (whole === null) return err('The session cannot be replayed under these settings.');
  const kept = keptOf(whole, asked.keep);
  if (!kept.ok) return kept;
  const goal = { ...kept.value, whole };
  const pinned = goal.pinned ? goal.step : null;
  const all = unitsOf(asked.session, goal.step, goal.pinned);
  const of = all.length;
  const holds = (units: readonly Unit[]): boolean => replays.holds(rowsOf(units, pinned), goal);
  const goesOn = (): boolean => replays.left > 0;
  let start = all;
  for (const range of windows(goal.step, asked.session.steps.length)) {
    if (!goesOn()) break;
    yield { left: of, of };
    const units = unitsBetween(asked.session, all, range);
    if (holds(units)) {
      start = units;
      break;
    }
  }
  const search = minimise(start, holds, goesOn);
  for (;;) {
    const next = search.next();
    if (next.done !== true) {
      yield { left: next.value, of };
      continue;
    }
    const rows = rowsOf(next.value.kept, pinned);
    return ok(replays.shrunk(rows, goal, next.value.isMinimal));
  }
}

/** Windows of steps that end at a step, each twice as long as the one before; then from the first step to behind it. */
function* windows(
  step: number,
  steps: number,
): Generator<{ from: number; to: number }, void, void> {
  for (let length = 1; length <= 2 * step; length *= 2) {
    yield { from: step - Math.min(step, length) + 1, to: step };
  }
  yield { from: 0, to: step };
  for (let length = 1; step + length < steps - 1; length *= 2) yield { from: 0, to: step + length };
}

const everyRow = ({ entries, steps, ...head }: Session): Rows => ({
  steps: [...steps.keys()],
  entries: [...entries.keys()],
  compactions: [...head.compactions.keys()],
  failed: [...(head.failedCompactions ?? []).keys()],
  notices: [...head.notices.keys()],
});

/** What is kept, and the replay that it was found in. */
type Goal = Kept & { readonly whole: SessionReplay };

/** Replays smaller forms of one session, whose entries it measures once. */
class SmallerReplays {
  replays = 0;
  left: number;
  readonly #asked: ShrinkAsked;
  readonly #table = new EntryTable();

  constructor(asked: ShrinkAsked) {
    this.#asked = asked;
    this.left = asked.budget ?? SHRINK_BUDGET;
    for (const entry of asked.session.entries) this.#table.push(entry);
  }

  /** null where the settings are not allowed. */
  replayed(session: Session, entries: readonly number[]): SessionReplay | null {
    const { choice = null, settings = {}, prefixTokens } = this.#asked;
    this.replays++;
    this.left -= LEAST_WORK + session.steps.length + entries.length;
    const draft = {
      head: session,
      entries,
      steps: session.steps.map((step) => ({ ...step, usage: -1 })),
    };
    const profile = profileOf(draft, this.#table);
    const prefix = prefixTokens === undefined ? {} : { prefixTokens };
    const replayed = replaySession({ draft, profile }, { choice, settings, ...prefix });
    return replayed.ok ? replayed.value : null;
  }

  holds(rows: Rows, { whole, step, holds }: Goal): boolean {
    if (rows.steps.length === 0) return false;
    const session = smallerSession(this.#asked.session, rows);
    if (findContradiction(session) !== null) return false;
    const replayed = this.replayed(session, rows.entries);
    return (
      replayed !== null &&
      isUnderTheSame(whole, replayed) &&
      holds(replayed, rows.steps.indexOf(step))
    );
  }

  shrunk(rows: Rows, goal: Goal, isMinimal: boolean): Shrunk {
    const smaller = smallerSession(this.#asked.session, rows);
    const session = { ...smaller, name: `Shrunk: ${goal.title}` };
    const replayed = this.replayed(session, rows.entries);
    if (replayed === null) throw new Error('The smaller session was replayed before.');
    const at = rows.steps.indexOf(goal.step);
    const { title, words, step } = goal;
    const { replays } = this;
    return {
      session,
      replayed,
      kept: { title, words, step },
      step: at < 0 ? null : at,
      replays,
      isMinimal,
    };
  }
}

/** A smaller session may open otherwise: with another window, say, that was inferred from what it lacks. */
const isUnderTheSame = (whole: SessionReplay, smaller: SessionReplay): boolean =>
  whole.policy.id === smaller.policy.id &&
  (whole.run.observation === null) === (smaller.run.observation === null) &&
  JSON.stringify(whole.settings) === JSON.stringify(smaller.settings);
