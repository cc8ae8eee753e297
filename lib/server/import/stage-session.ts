import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { SessionStageRow } from '@/lib/server/db/imports/import-stage';
import type { SessionContent, SessionSummary } from '@/lib/server/db/sessions/sessions';
import { openedRun, type OpenedRun } from '@/lib/analysis/fit/opened/opened-run';
import { severities } from '@/lib/analysis/fit/severities';
import { triage, type Triage } from '@/lib/analysis/fit/triage';
import { unknownHead } from '@/lib/analysis/explain/recording/unknown-head';
import { JUDGED_BY, ownFindings } from '@/lib/analysis/detectors/own-findings';
import { compactsAnywhere } from '@/lib/analysis/detectors/recall-findings';
import { foundText } from '@/lib/server/db/sessions/found';
import { sessionTexts } from '@/lib/server/db/sessions/session-texts';
import { librarySummary } from '@/lib/answers/report/chart/library-summary';
import { prepare } from '@/lib/engine/replay/prepare';
import { knownPrefix } from '@/lib/engine/replay/session-prefix';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { EntryTable } from '@/lib/engine/tokens/entry-table';
import { finishedDraft } from '@/lib/engine/tokens/limits/finished-draft';
import { profileOf } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { encodeReferences } from '@/lib/engine/tokens/references/reference-codec';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import { withUserSettings, type UserSettings } from '@/lib/engine/tokens/user-settings';

/** What is known of a session beside its draft and its numbers. */
interface Beside {
  /** The user's settings of the session that this one replaces. */
  readonly own?: UserSettings | null;
  /** It has texts whose names nobody has looked for: `judgePendingSessions` does. */
  readonly named?: boolean;
}

/** A session's rows, and whether its recording starts in the middle. */
interface SessionStage extends SessionStageRow {
  readonly startsInside: boolean;
}

/**
 * Measures a draft whose entries are in `table` and makes its database rows. For a long session each
 * part takes tenths of a second; the event loop runs in between.
 */
export async function stageSession(
  found: SessionDraft,
  table: EntryTable,
  { own = null, named = false }: Beside = {},
): Promise<SessionStage> {
  const draft = finishedDraft(found, table);
  const { notes = [], ...head } = draft.head;
  const profile = profileOf(draft, table);
  const bytes = encodeProfile(profile);
  await setImmediate();
  const mine = own === null ? profile : withUserSettings(profile, own);
  const summary = {
    ...judgedColumns(mine, head, named ? 'later' : null),
    ...sessionContent(mine, own === null ? bytes : encodeProfile(mine)),
  };
  await setImmediate();
  return {
    row: {
      name: head.name,
      file: head.source.file,
      format: head.source.format,
      agent: head.source.agent,
      lane: head.source.lane,
      sessionId: head.source.sessionId,
      parent: head.source.parent && JSON.stringify(head.source.parent),
      model: head.model,
      entries: profile.entryCount,
      steps: profile.stepCount,
      generated: head.generated !== null,
      project: projectHash(draft),
      ...sessionTexts({ ...head.source, name: head.name, model: head.model }),
      ...summary,
    },
    head: JSON.stringify(head),
    notes,
    profile: bytes,
    references: named ? null : storedForm(null),
    refs: draft.entries,
    steps: lines(draft.steps),
    startsInside: unknownHead(prepare(profile, knownPrefix(profile))) !== null,
  };
}

/** The names as they are stored; no bytes for a session without any, so that nobody looks again. */
export const storedForm = (references: ReferenceIndex | null): Uint8Array =>
  references === null ? new Uint8Array() : encodeReferences(references);

/** Tells projects apart without naming them: a library of numbers only keeps no path. */
const projectHash = ({ project }: SessionDraft): string | null =>
  project === undefined
    ? null
    : createHash('sha256').update(project).digest('hex').slice(0, PROJECT_DIGITS);

/** Hexadecimal digits of a project's hash. */
const PROJECT_DIGITS = 16;

/** Steps as JSON, one line at a time: all together would take the most memory of the import. */
function* lines(items: Iterable<unknown>): Generator<string> {
  for (const item of items) yield JSON.stringify(item);
}

/** Columns of the library's list that are computed from a session's numbers, and its import's notices. */
export const summaryColumns = (
  profile: Profile,
  head: Pick<SessionHead, 'source' | 'notices'>,
  references: ReferenceIndex | null,
): SessionSummary => ({
  ...judgedColumns(profile, head, references),
  ...sessionContent(profile),
});

/**
 * What is known of a session as it opens, and what the detectors find in that: others judge it when
 * policies, detectors or the engine are others. `references`: the names in its texts, null where it has
 * none; 'later' where nobody has looked: what a compaction lost is judged with them.
 */
export function judgedColumns(
  profile: Profile,
  head: Pick<SessionHead, 'source' | 'notices'>,
  references: ReferenceIndex | 'later' | null,
): Omit<SessionSummary, keyof SessionContent> {
  const opened = openedRun(head.source, profile);
  const { steps: _, sparkline, opening, ...columns } = librarySummary(opened);
  const later = references === 'later';
  const found = ownFindings(head, opened, later ? null : references);
  const judged = triage(opened, found);
  return {
    ...columns,
    severity: severities.indexOf(judged.severity),
    verdict: judged.sentence,
    marks: marksOf(opened, judged),
    // Those that it belongs to may have another rank now.
    family: 0,
    opening: JSON.stringify(opening),
    sparkline: sparklinePercents(sparkline, columns.limit).join(' '),
    found: foundText(found.map(({ detector }) => detector)),
    foundBy: later && compactsAnywhere(opened.run) ? null : JUDGED_BY,
  };
}

/** Most places of a sparkline that bear a mark of one kind. */
const MOST_MARKS = 64;

/** Places of compactions and overflows along a sparkline, in thousandths of its width: "120 640|990". */
function marksOf({ run }: OpenedRun, { compactions, overflows }: Triage): string {
  const { real } = run.session.profile.steps;
  const drawn = [...real.keys()].filter((step) => (real[step] ?? -1) >= 0);
  const steps = drawn.length === 0 ? [...real.keys()] : drawn;
  const last = Math.max(1, steps.length - 1);
  const place = (step: number): number => {
    const at = steps.findIndex((one) => one >= step);
    return Math.round(((at < 0 ? last : at) / last) * 1000);
  };
  const places = (all: readonly number[]): string =>
    [...new Set(all.slice(0, MOST_MARKS).map(place))].join(' ');
  return `${places(compactions)}|${places(overflows)}`;
}

/**
 * The time of a session's first step with one, and the SHA-256 of its encoded profile under the
 * user's limit and prefix: all that a replay depends on.
 */
export function sessionContent(profile: Profile, bytes = encodeProfile(profile)): SessionContent {
  const startedAt = profile.steps.time.find((ms) => !Number.isNaN(ms)) ?? null;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { startedAt, hash };
}

/** Tokens in percent of the limit; without a limit, of the largest value. */
function sparklinePercents(tokens: readonly number[], limit: number | null): readonly number[] {
  const whole = limit ?? Math.max(1, ...tokens);
  return tokens.map((value) => Math.max(0, Math.round((value / whole) * 100)));
}
