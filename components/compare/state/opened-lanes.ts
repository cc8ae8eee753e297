import { laneDraft, laneReplay, type Lane, type LaneDraft } from '@/lib/analysis/compare/lane';
import { parseLane, type LaneText } from '@/lib/analysis/compare/lane-text';
import { laneWords } from '@/lib/analysis/compare/lane-words';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import { openSession, type Opening } from '@/lib/analysis/fit/opening';
import type { SessionRecord } from '@/lib/api/contract/contract';
import type { CompareSession } from '@/lib/api/queries/compare-queries';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import type { Profile } from '@/lib/engine/tokens/profile';

/** A lane that is replayed. */
export interface OpenedLane extends Lane {
  readonly text: LaneText;
  readonly draft: LaneDraft;
  readonly opening: Opening;
  readonly record: SessionRecord;
  /** What it replays, in words. */
  readonly words: string;
  readonly about: About;
}

/** A session made ready, and its lanes by their texts. */
interface Ready {
  readonly opening: Opening;
  readonly session: Replayable;
  readonly lanes: Map<string, OpenedLane | string>;
}

/** Lanes stay the same objects while the view changes around them. */
const ready = new WeakMap<Profile, WeakMap<SessionRecord, Ready>>();

function readyFor(profile: Profile, record: SessionRecord): Ready {
  const known = ready.get(profile) ?? new WeakMap<SessionRecord, Ready>();
  ready.set(profile, known);
  const found = known.get(record);
  if (found !== undefined) return found;
  const opening = openSession(record.source, profile);
  const made = { opening, session: prepare(profile, opening.prefixTokens), lanes: new Map() };
  known.set(record, made);
  return made;
}

/** Replays the lanes of a view on the sessions that have arrived. */
export function openLanes(
  texts: readonly string[],
  sessions: readonly CompareSession[],
): readonly (OpenedLane | string | null)[] {
  return texts.map((text) => {
    const parsed = parseLane(text);
    if (!parsed.ok) return `${parsed.error}.`;
    const found = sessions.find(({ id }) => id === parsed.value.session);
    if (found === undefined) return null;
    const { record, profile, error } = found;
    if (error !== null) {
      return error.status === 404
        ? `The library has no session ${found.id}.`
        : `The session could not be fetched: ${error.message}`;
    }
    if (record === null || profile === null) return null;
    if (profile.stepCount === 0) return 'The session has no step to replay.';
    const { lanes, opening, session } = readyFor(profile, record);
    const known = lanes.get(text);
    if (known !== undefined) return known;
    const made = openLane(parsed.value, record, opening, session);
    lanes.set(text, made);
    return made;
  });
}

function openLane(
  text: LaneText,
  record: SessionRecord,
  opening: Opening,
  session: Replayable,
): OpenedLane | string {
  const draft = laneDraft(text, opening, session);
  if (!draft.ok) return draft.error.message;
  return {
    text,
    draft: draft.value,
    opening,
    record,
    session: record.row.id,
    replay: laneReplay(session, opening, draft.value),
    words: laneWords(text, draft.value, opening, session.profile),
    about: { agent: record.source.agent, notices: record.notices },
  };
}
