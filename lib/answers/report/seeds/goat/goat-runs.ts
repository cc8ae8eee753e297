/** Replays of Goat's three variants, for the page's figures. */
import { goatAsCoded } from '@/lib/policies/goat/as-coded';
import { goatDocumented } from '@/lib/policies/goat/documented';
import { goatFixed } from '@/lib/policies/goat/fixed';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile } from '@/lib/readers/scenarios/simulate';
import { smallSession } from '../small-session';

/** The variants of the page, by the words of its columns. */
export const goatVariants = ['documented', 'coded', 'fixed'] as const;
export type GoatVariant = (typeof goatVariants)[number];

/** Replays a session under one variant. */
export function replayGoat(
  variant: GoatVariant,
  session: Replayable,
  settings: object,
  script: readonly ScriptedSummary[] = [{ bytes: 196 }],
): Replay {
  const options = { script };
  if (variant === 'documented') {
    return replay(session, goatDocumented, goatDocumented.settings.parse(settings), options);
  }
  const policy = variant === 'coded' ? goatAsCoded : goatFixed;
  return replay(session, policy, policy.settings.parse(settings), options);
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

/** What a variant does over the 92 sessions of ContextGuard's test matrices, in their windows. */
export interface GoatTotals {
  readonly compactions: number;
  /** Sessions with a response whose call was cut off. */
  readonly orphaned: number;
  readonly orphans: number;
  /** Sessions in which it fired and changed nothing. */
  readonly idle: number;
}

/** Totals by variant; about a second each. */
export function goatTotals(variant: GoatVariant): GoatTotals {
  const totals = { compactions: 0, orphaned: 0, orphans: 0, idle: 0 };
  for (const { source, session, name, window } of scenarioCatalogue) {
    if (source !== 'stress' && source !== 'brutal') continue;
    const { profile, script } = generateProfile(session, name);
    const { columns, notes } = replayGoat(variant, prepare(profile), { window }, script);
    const orphans = notes.events.filter(({ kind }) => kind === 'orphan').length;
    totals.compactions += columns.compacted.reduce((sum, bit) => sum + bit, 0);
    totals.orphans += orphans;
    if (orphans > 0) totals.orphaned++;
    if (notes.events.some(({ kind }) => kind === 'no-op')) totals.idle++;
  }
  return totals;
}
