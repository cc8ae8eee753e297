/** Replays of two of Goat's variants, for the page's figures. */
import { goatAsCoded } from '@/lib/policies/goat/as-coded';
import { goatDocumented } from '@/lib/policies/goat/documented';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { matrixScenarios } from '../replays';
import { smallSession } from '../small-session';

/** The variants that the page sets against each other. */
export type GoatVariant = 'documented' | 'coded';

/** Replays a session under one variant. */
export function replayGoat(
  variant: GoatVariant,
  session: Replayable,
  settings: object,
  script: readonly ScriptedSummary[] = [{ bytes: 196 }],
): Replay {
  const options = { script };
  return variant === 'documented'
    ? replay(session, goatDocumented, goatDocumented.settings.parse(settings), options)
    : replay(session, goatAsCoded, goatAsCoded.settings.parse(settings), options);
}

/** One request of messages of these heuristic tokens, user and model in turn; Goat adds 4 to each. */
export const messages = (sizes: readonly number[], prefixTokens = 0): Replayable =>
  smallSession({
    name: 'messages',
    limit: 200_000,
    prefixTokens,
    steps: [
      {
        label: 'user-msg',
        ratio: 1,
        entries: sizes.map((size, i) => ({
          role: i % 2 === 0 ? 'user' : 'model',
          kind: 'text',
          sizes: [size * 4],
        })),
      },
    ],
  });

/** Of the 92 sessions of ContextGuard's test matrices, in their windows, under a variant. */
interface GoatTotals {
  /** Sessions with a response whose call was cut off. */
  readonly orphaned: number;
  /** Sessions in which it fired and changed nothing. */
  readonly idle: number;
}

/** Totals of a variant; about a second. */
export function goatTotals(variant: GoatVariant): GoatTotals {
  const runs = matrixScenarios().map(({ scenario: { window }, session, generated: { script } }) =>
    replayGoat(variant, session, { window }, script),
  );
  const count = (event: 'orphan' | 'no-op'): number =>
    runs.filter(({ notes }) => notes.events.some(({ kind }) => kind === event)).length;
  return { orphaned: count('orphan'), idle: count('no-op') };
}
