import { byteAt, intAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import { scripts } from '@/lib/engine/tokens/text/scripts';
import { INLINE_TOKENS } from '@/lib/engine/tokens/text/text-estimators';

/** Scripts of what a step added; mixed: none has a clear majority. */
export const addedScripts = [...scripts, 'mixed'] as const;
export type AddedScript = (typeof addedScripts)[number];

const kinds = ['user', 'context', 'model', 'thought', 'call', 'response', 'inline'] as const;

/** Kinds of what a step added: the user's text, the agent's own context, the model's text … */
export const addedCategories = [...kinds, 'mixed'] as const;
export type AddedCategory = (typeof addedCategories)[number];

/** What a request holds beyond the one before it. */
export interface AddedStep {
  readonly step: number;
  /** The step before it with a known count, in the same run. */
  readonly from: number;
  /** null where no character was added, or none is known. */
  readonly script: AddedScript | null;
  /** null where nothing was added. */
  readonly category: AddedCategory | null;
}

/**
 * From this share on a script's characters, or a kind's heuristic tokens, are a clear majority of what
 * a step added.
 */
export const CLEAR_MAJORITY = 2 / 3;

/** What each step with a known count added to the one before it in its run of steps. */
export function addedSteps({ profile, projection }: Replayable): readonly AddedStep[] {
  return projection.runs.pairs
    .filter(({ first }) => !first)
    .map(({ from, to }) => {
      const first = intAt(profile.steps.entries, from);
      const end = intAt(profile.steps.entries, to);
      return {
        step: to,
        from,
        script: majority(addedScripts, characters(profile, first, end)),
        category: majority(addedCategories, tokensByKind(profile, first, end)),
      };
    });
}

/** The name with a clear majority, else mixed, the last; null where all are 0. */
function majority<T extends string>(names: readonly T[], counts: readonly number[]): T | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const clear = counts.findIndex((count) => count >= CLEAR_MAJORITY * total);
  return (clear < 0 ? names.at(-1) : names[clear]) ?? null;
}

const characters = ({ entries }: Profile, first: number, end: number): readonly number[] =>
  scripts.map((script) =>
    entries.scripts[script].subarray(first, end).reduce((sum, count) => sum + count, 0),
  );

/** Heuristic tokens of entries by kind; inline data at a flat cost, as its bytes say nothing. */
function tokensByKind({ entries }: Profile, first: number, end: number): readonly number[] {
  const { text, thought, call, response } = entries.kinds;
  const sums = new Map(kinds.map((kind) => [kind, 0]));
  const add = (kind: (typeof kinds)[number], tokens: number): void =>
    void sums.set(kind, (sums.get(kind) ?? 0) + tokens);
  for (let i = first; i < end; i++) {
    const flags = byteAt(entries.flags, i);
    const said = (flags & entryFlag.user) === 0 ? 'model' : 'user';
    add((flags & entryFlag.context) === 0 ? said : 'context', intAt(text, i));
    add('thought', intAt(thought, i));
    add('call', intAt(call, i));
    add('response', intAt(response, i));
    add('inline', intAt(entries.inlines, i) * INLINE_TOKENS);
  }
  return [...sums.values()];
}
