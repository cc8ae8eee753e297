import { setImmediate } from 'node:timers/promises';
import type { StagedSession } from '@/lib/db/import-stage';
import type { SessionSummary } from '@/lib/db/sessions';
import { librarySummary } from '@/lib/report/library-summary';
import type { SessionDraft } from '@/lib/session/draft';
import type { EntryTable } from '@/lib/tokens/entry-table';
import { withLimit } from '@/lib/tokens/limits';
import { profileOf, type Profile } from '@/lib/tokens/profile';
import { encodeProfile } from '@/lib/tokens/profile-codec';
import { withUserSettings, type UserSettings } from '@/lib/tokens/user-settings';

/**
 * Measures a draft whose entries were stored into `table`: everything the database holds of it. Each
 * part takes a long session some tenths of a second; between them the event loop runs. `own` is what
 * the user set of the session that this one replaces.
 */
export async function stageSession(
  found: SessionDraft,
  table: EntryTable,
  own: UserSettings | null = null,
): Promise<StagedSession> {
  const draft = withLimit(found);
  const { head } = draft;
  const profile = profileOf(draft, table);
  await setImmediate();
  const summary = summaryColumns(own === null ? profile : withUserSettings(profile, own));
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
      ...summary,
    },
    head: JSON.stringify(head),
    profile: encodeProfile(profile),
    refs: draft.entries,
    steps: lines(draft.steps),
  };
}

/** One line of JSON at a time: all of them together take more memory than anything else here. */
function* lines(items: Iterable<unknown>): Generator<string> {
  for (const item of items) yield JSON.stringify(item);
}

/** The columns of the library's list that a replay fills. */
export function summaryColumns(profile: Profile): SessionSummary {
  const summary = librarySummary(profile);
  return {
    peakReal: summary.peakReal,
    peakProjected: summary.peakProjected,
    limit: summary.limit,
    recordedCompactions: summary.recordedCompactions,
    compactions: summary.compactions,
    overflowSteps: summary.overflowSteps,
    usageTier: summary.usageTier,
    sparkline: sparklinePercents(summary.sparkline, summary.limit).join(' '),
  };
}

/** Tokens in percent of the limit, of the largest value where no limit is known. */
function sparklinePercents(tokens: readonly number[], limit: number | null): readonly number[] {
  const whole = limit ?? Math.max(1, ...tokens);
  return tokens.map((value) => Math.max(0, Math.round((value / whole) * 100)));
}
