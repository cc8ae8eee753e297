import { laneDraft, laneReplay, type LaneDraft } from '@/lib/analysis/compare/lane';
import { formatLane, laneTextOf, parseLane } from '@/lib/analysis/compare/lane-text';
import { laneWords } from '@/lib/analysis/compare/lane-words';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/replay/prepare';
import type { Replay } from '@/lib/replay/replay';
import type { Draft } from '../state/draft';
import type { Workbench } from '../state/use-workbench';

/** B: what is pinned beside the what-if, replayed once. */
export interface PinnedLane {
  readonly draft: LaneDraft;
  readonly replay: Replay;
  /** What it replays, in words. */
  readonly words: string;
}

/** The newest B of each session: a sentence where its text cannot be replayed. */
const newest = new WeakMap<
  Replayable,
  { readonly text: string; readonly made: PinnedLane | string }
>();

/** B of a link's text on a session. */
export function pinnedLane(
  session: Replayable,
  opening: Opening,
  text: string,
): PinnedLane | string {
  const known = newest.get(session);
  if (known?.text === text) return known.made;
  const made = madeOf(session, opening, text);
  newest.set(session, { text, made });
  return made;
}

function madeOf(session: Replayable, opening: Opening, text: string): PinnedLane | string {
  const parsed = parseLane(text);
  if (!parsed.ok) return `${parsed.error}.`;
  const draft = laneDraft(parsed.value, opening, session);
  if (!draft.ok) return draft.error.message;
  return {
    draft: draft.value,
    replay: laneReplay(session, opening, draft.value),
    words: laneWords(parsed.value, draft.value, opening, session.profile),
  };
}

/** A what-if as a lane's text: of the session with the id, or of none. */
export function laneTextOfDraft(
  { store, opening }: Pick<Workbench, 'store' | 'opening'>,
  { settings, policyId, faults }: Draft,
  id: string | null,
): string {
  const { policy } = policyId === opening.policy.id ? opening : { policy: null };
  const own = policy !== null && opening.own !== null;
  const known = policy ?? store.frame().policy;
  return formatLane(
    laneTextOf(id, known, settings, { initial: store.initialSettings(policyId), own, faults }),
  );
}
