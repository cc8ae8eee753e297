import type { SessionBuilder, SessionInfo } from '@/lib/engine/session/builder';
import type { CountEvidence, Entry, Part } from '@/lib/engine/session/schema';
import {
  normalizeUsage,
  usageRecord,
  type UsageFamily,
  type UsageFlag,
} from '@/lib/engine/tokens/usage/normalize-usage';
import { textOf, type At } from './loose-json';
import { plain } from './messages/json-text';

/** An entry; time and label are left out if the trace lacks them. */
export function entryOf(
  role: Entry['role'],
  parts: readonly Part[],
  origin: At,
  time: string | null,
  label?: string | null,
): Entry {
  const labelled = label !== undefined && label !== null;
  if (time === null) return labelled ? { role, parts, origin, label } : { role, parts, origin };
  return labelled ? { role, parts, origin, time, label } : { role, parts, origin, time };
}

/** A count of a call that stands in the session that this one was forked from. */
export const copiedCall = (tokens: number): CountEvidence => ({
  kind: 'copied',
  tokens,
  reason: 'The call of the session that this one was forked from.',
});

/** Longest name made from a text, in UTF-16 units. */
const NAME_LENGTH = 80;

/** One line of at most 80 characters; null if nothing is left. */
export function shorten(text: string): string | null {
  const line = text.slice(0, 2000).replace(/\s+/g, ' ').trim();
  if (line.length <= NAME_LENGTH) return line === '' ? null : line;
  const cut = line.slice(0, NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

/** Folders below a repository in which agents keep copies of it. */
const WORKTREES = /[/\\]\.(?:claude[/\\])?worktrees[/\\].*$/;

/** The project of a working folder: copies of one repository made for agents are that repository. */
export function projectFolder(folder: unknown): string | null {
  const path =
    textOf(folder)
      ?.replace(WORKTREES, '')
      .replace(/[/\\]+$/, '') ?? '';
  return path === '' ? null : path;
}

/** Notice text for each doubt about a usage record. */
export const usageFlagText: Readonly<Record<UsageFlag, string>> = {
  contradictory: 'The usage record contradicts itself.',
  relabelled: 'The usage record lists cached tokens apart; its input count should include them.',
  absurd: 'The usage record holds a negative, fractional or impossibly large number; ignored.',
};

/** The builder of a session, or what keeps a part of it until then. */
type Noticing = Pick<SessionBuilder, 'notice'>;

/** The fields of a step in its usage record, whose oddities become notices of the session. */
export function stepUsage(
  builder: Noticing,
  record: unknown,
  family: UsageFamily | undefined,
  at: At,
) {
  const { real, counts, flags, counted } = normalizeUsage(record, family);
  for (const flag of flags) builder.notice(`usage-${flag}`, usageFlagText[flag], at);
  const usage = plain(usageRecord(record));
  return { real, ...counts, usage, ...(counted !== undefined && { counted }) };
}

/** What the branches of a thread are called: in their names, and in their lanes. */
export interface BranchWords {
  readonly name: string;
  readonly lane: string;
}

/** The session of a branch (from 1) that was cut from a thread: "name (rewound 2)", main/rewind-2. */
export function branchOf(info: SessionInfo, words: BranchWords, number: number): SessionInfo {
  const { sessionId, lane = 'main' } = info.source;
  return {
    ...info,
    name: `${info.name} (${words.name} ${number})`,
    source: {
      ...info.source,
      lane: `${lane}/${words.lane}-${number}`,
      parent: { sessionId, lane, relation: 'branch' },
    },
  };
}

/** Takes the window that a log records, in tokens; ignores none and 0. */
export function recordWindow(builder: Pick<SessionBuilder, 'limit'>, tokens: number | null): void {
  if (tokens !== null && tokens > 0) builder.limit({ tokens, source: 'recording' });
}
