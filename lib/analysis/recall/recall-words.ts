/** What is used again, in words: page, command line and API print the same. */
import {
  counted,
  formatFixed,
  formatInteger,
  formatPercent,
  formatProjected,
} from '@/lib/engine/base/format';
import type { ChanceKin } from './chance-session';
import type { Moment, MomentChoice, Moments, MomentRank } from './moments';
import type { PinnedRow } from './pinned-fates';
import type { CompactionRecall, RecallReport, RecordedRecall } from './recall-report';
import type { ReworkCall } from './rework';

/** "23,114–41,002 tokens", or one number where both ends are the same. */
export function tokenRange(low: number, high: number): string {
  return low === high ? counted(high, 'token') : `${formatInteger(low)}–${counted(high, 'token')}`;
}

/** "23,114–41,002". */
const rangeText = (low: number, high: number): string =>
  low === high ? formatInteger(high) : `${formatInteger(low)}–${formatInteger(high)}`;

/** What the numbers are, and what they are not. */
export const RECALL_BASIS =
  'An entry is live while a later step names what it holds: a path, an address, an identifier, a ' +
  'number, an argument. That is reference by name, seen with hindsight: reuse without a name is not ' +
  'counted, a path ends at letters of scripts without spaces between words (Chinese, Japanese), and ' +
  'what came after the recording is not known. The low end counts the lines that hold the names, the ' +
  'high end whole entries.';

/** "23,114–41,002 of the 168,212 tokens in the request of step 142 are named again in the 60 steps after it." */
export function liveWords({ largest }: Pick<RecallReport, 'largest'>): string {
  if (largest === null) return 'No request has a known size.';
  const { tokens, step, after, low, high } = largest;
  const by = after === 0 ? 'by its own response' : `in the ${counted(after, 'step')} after it`;
  return (
    `${rangeText(low, high)} of the ${counted(tokens, 'token')} in the request of step ` +
    `${formatInteger(step)} are named again ${by}.`
  );
}

/** Whose names were asked for: another session's, nobody's, or those of a session that nobody has. */
export type ChanceAsked = 'another' | 'none';

/** What the names of another session took off, or why nothing was. */
export function chanceWords(
  { chance, largest, names, shared }: Pick<RecallReport, 'chance' | 'largest' | 'names' | 'shared'>,
  asked: ChanceAsked = 'another',
): string {
  if (chance === 'unknown') {
    return asked === 'none'
      ? 'Chance level not subtracted, as asked: names that any session says are counted too.'
      : 'No other session to measure chance against: names that any session says are counted too.';
  }
  const off = `Chance level subtracted: ${formatInteger(shared)} of ${counted(names, 'name')} stand in another session too and count for nothing`;
  if (largest === null) return `${off}.`;
  const { step, chanceLow, chanceHigh } = largest;
  return (
    `${off}. With them ${counted(chanceLow, 'token')} more of the request of step ` +
    `${formatInteger(step)} would be named again by lines, ${formatInteger(chanceHigh)} more by whole entries.`
  );
}

const kinWhere: Readonly<Record<ChanceKin, string>> = {
  apart: 'another trace and, as far as is known, another project',
  project: 'another trace',
  trace: 'this trace, as there is no other',
};

const kinShares: Readonly<Record<ChanceKin, string>> = {
  apart: '',
  project: ' (of the same project: what both say of it is taken off too)',
  trace: ' (of the same trace: what both say of its work is taken off too)',
};

/** Why it is this session whose names are taken off: "the longest recorded one of another trace". */
export const chanceSourceWords = (kin: ChanceKin, isChosen: boolean): string =>
  `${isChosen ? 'as chosen' : `the longest recorded one of ${kinWhere[kin]}`}${kinShares[kin]}`;

/** Where compacting costs least: "Where a turn has ended … 4.1 % (24 steps), inside of turns 9.0 %". */
export function momentWords({ turnEnds, inside }: Moments): string {
  if (turnEnds.median === null || inside.median === null) {
    return 'Too few turns to compare the moments of a compaction.';
  }
  const [ends, within] = [turnEnds.median, inside.median];
  const verdict =
    ends < within
      ? `the median is ${ends <= within / 2 ? 'less than half' : 'lower'} there`
      : 'the median is no lower there';
  return (
    `Where a turn has ended, a compaction would cover ${formatPercent(ends)} of the request that is ` +
    `named again (${counted(turnEnds.steps, 'step')}), inside of turns ${formatPercent(within)} ` +
    `(${counted(inside.steps, 'step')}): ${verdict}.`
  );
}

/** What a compaction covers that is named again. */
export function coveredWords({ covered, low, high, seen, names }: CompactionRecall): string {
  const after = `${counted(seen, 'entry', 'entries')} recorded after it`;
  if (names.length === 0) {
    return `Covers ${counted(covered, 'token')}; nothing of them is named again in the ${after}.`;
  }
  return (
    `Covers ${counted(covered, 'token')}; ${tokenRange(low, high)} of them are named again in the ` +
    `${after}, by ${counted(names.length, 'name')}.`
  );
}

/** What the summary of a recorded compaction keeps of the names that are said again. */
export function keptWords({ names, kept, lost, askedAgain }: RecordedRecall): string {
  if (kept === null || lost === null) {
    return 'The text of its summary is not recorded: what it keeps cannot be told.';
  }
  if (names.length === 0) return 'Nothing was named again that a summary could have kept.';
  const asks =
    (askedAgain ?? 0) === 0
      ? ''
      : `; the agent says ${formatInteger(askedAgain ?? 0)} of these again in a call`;
  return (
    `Its summary holds ${formatInteger(kept)} of the ${counted(names.length, 'name')} ` +
    `(${formatPercent(kept / names.length)}) and lacks ${formatInteger(lost)}${asks}.`
  );
}

/** How dear the moment of a compaction was; null where no other was possible. */
export function rankWords({ steps, cheaper }: MomentRank): string | null {
  if (steps === 0) return null;
  return (
    `Of ${counted(steps, 'earlier moment')} with a request at least three quarters as large, ` +
    `${formatInteger(cheaper)} would have covered less that is named again.`
  );
}

const reachNames: Readonly<Record<MomentChoice['of'], string>> = {
  compacted: 'the request that was compacted',
  threshold: 'the threshold',
  largest: 'the largest request',
};

/** Which steps are within reach, and why those are; null where none is. */
export function withinWords({ of, steps, turnEnds }: MomentChoice): string | null {
  if (steps === 0) return null;
  return (
    `Within reach are ${counted(steps, 'step')} with a request of at least three quarters of ` +
    `${reachNames[of]}, so that at most a quarter of the room is given up; ` +
    `${formatInteger(turnEnds)} of them where a turn has ended. Seen with hindsight, ` +
    'these would have covered least that is named again:'
  );
}

/** ", where a turn has ended: 1,204–8,000 of 150,000 tokens": behind the step of a moment. */
export const momentWhat = ({ tokens, projected, low, high, turnEnd }: Moment): string =>
  `, ${turnEnd ? 'where a turn has ended' : 'inside of a turn'}: ` +
  `${low === high ? formatInteger(high) : `${formatInteger(low)}–${formatInteger(high)}`} of ` +
  `${formatProjected(tokens, projected)} tokens`;

/** What had to be done again; null where nothing had. */
export function reworkWords(rework: readonly ReworkCall[]): string | null {
  if (rework.length === 0) return null;
  const tokens = rework.reduce((sum, one) => sum + one.tokens, 0);
  const known = rework.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  const took = known.reduce((sum, ms) => sum + ms, 0);
  const time = known.length === 0 ? '' : ` and ${secondsText(took)}`;
  return (
    `${counted(rework.length, 'call')} repeated with the same arguments and the same result, ` +
    `with nothing written between: ${counted(tokens, 'token')}${time}.`
  );
}

const secondsText = (ms: number): string =>
  ms < 60_000 ? `${formatFixed(ms / 1_000, 1)} s` : `${formatFixed(ms / 60_000, 1)} min`;

const pinnedNames: Readonly<Record<PinnedRow['what'], string>> = {
  instructions: 'instructions',
  request: 'the first request',
  todos: 'the open tasks',
};

/** "the first request: in part (2 of 5 lines)". */
export function pinnedWords({ what, entry, fate, pieces, quoted }: PinnedRow): string {
  const name = `${pinnedNames[what]} (entry ${formatInteger(entry)})`;
  if (fate === 'unknown') return `${name}: covered by a summary without a recorded text`;
  const count =
    fate === 'in part' ? ` (${formatInteger(quoted ?? 0)} of ${counted(pieces, 'line')})` : '';
  return `${name}: ${fate}${count}`;
}

/** Entries whose names were not all followed; null where all were. */
export const leftOutWords = ({ leftOut }: Pick<RecallReport, 'leftOut'>): string | null =>
  leftOut === 0
    ? null
    : `${counted(leftOut, 'entry', 'entries')} held more names than can be followed: some are missing.`;

/** Recorded compactions that nothing follows; null without any. */
export const trailingWords = ({ trailing }: Pick<RecallReport, 'trailing'>): string | null =>
  trailing === 0
    ? null
    : `${counted(trailing, 'recorded compaction')} after the last step: nothing follows that could need what was covered.`;
