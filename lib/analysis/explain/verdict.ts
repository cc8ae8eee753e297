import { counted, formatInteger } from '@/lib/base/format';
import { densityText } from './density-text';
import { floatAt, intAt, numberAt } from '@/lib/base/read';
import type { Replay } from '@/lib/replay/replay';
import { comparedAt, decisionUnit, reaches, relationOf } from './ledger-decision';
import { backgroundAt, backgroundWords } from './background';
import { policyEventsAt, railNames } from './policy-events';
import { recordedCompactionsText } from './recorded-compactions';
import { lostEntries } from './request-ranges';
import {
  hasReal,
  isProjected,
  limitAt,
  recordedLimitAt,
  stepEvents,
  type StepEvents,
} from './step-events';
import { stepList, stepsFrom } from './step-list';

/** Typographic weight of a segment. */
export type VerdictTone = 'quiet' | 'plain' | 'strong' | 'bad';

/** A piece of the verdict. */
export interface VerdictSegment {
  readonly text: string;
  readonly tone: VerdictTone;
}

/** Names used in a verdict. */
interface VerdictSubject {
  /** The agent that recorded the session, in words. */
  readonly agent: string;
  /** Name of the replay in the sentence; "What-if (policy)" or "Watched by policy" if absent. */
  readonly draft?: string;
  /** The recording under the agent's own policy, as a sentence; null or absent without one. */
  readonly happened?: string | null;
}

const quiet = (text: string): VerdictSegment => ({ text, tone: 'quiet' });
const plain = (text: string): VerdictSegment => ({ text, tone: 'plain' });
const strong = (text: string): VerdictSegment => ({ text, tone: 'strong' });
const bad = (text: string): VerdictSegment => ({ text, tone: 'bad' });

/** The recording's compactions and overflows, the replay's, and the first projected step. */
export function verdict(replay: Replay, subject: VerdictSubject): readonly VerdictSegment[] {
  const events = stepEvents(replay);
  return [
    quiet('Recorded: '),
    ...recordedPart(replay, events, subject),
    plain('. '),
    ...(subject.happened ? [strong(subject.happened), plain(' ')] : []),
    ...(replay.observation === null
      ? [
          quiet(`${subject.draft ?? `What-if (${replay.policy.label})`}: `),
          ...draftPart(replay, events),
        ]
      : [
          quiet(`${subject.draft ?? `Watched by ${replay.policy.label}`}: `),
          ...watchedPart(replay),
        ]),
    ...elidedPart(replay),
    plain('; '),
    ...overflowPart(replay, events),
    ...lostPart(replay),
    ...exitPart(replay),
    plain('.'),
    ...faultPart(replay),
    ...projectionPart(replay),
  ];
}

/** The verdict as one line of text. */
export const verdictText = (segments: readonly VerdictSegment[]): string =>
  segments.map(({ text }) => text).join('');

function recordedPart(
  replay: Replay,
  events: StepEvents,
  { agent }: VerdictSubject,
): readonly VerdictSegment[] {
  const parts: VerdictSegment[] = [plain(recordedCompactionsText(replay, agent))];
  const over = events['recorded-overflow'];
  if (over.length > 0) {
    parts.push(plain('; '), bad(`overflow at ${stepList(over)}`));
    parts.push(plain(` (${comparison(replay, numberAt(over, 0), recordedReal)})`));
  }
  if (!hasReal(replay)) parts.push(plain('; no usage reported'));
  return parts;
}

const recordedReal = (replay: Replay, step: number): number =>
  intAt(replay.session.profile.steps.real, step);

function draftPart(replay: Replay, events: StepEvents): readonly VerdictSegment[] {
  if (replay.policy.traits.recording) return [plain('the recording’s own compactions')];
  const fires = events.replayed;
  const unchanged = passedUnchanged(replay);
  const passes =
    unchanged.length === 0
      ? []
      : [strong(`sends unchanged requests after a failure at ${stepList(unchanged)}`)];
  const first = fires[0];
  if (first === undefined) return passes.length > 0 ? passes : neverPart(replay);
  return [
    strong(`compacts at ${stepList(fires)}`),
    plain(whyFirst(replay, first, fires.length)),
    ...(passes.length > 0 ? [plain('; '), ...passes] : []),
  ];
}

/** What the policy that watches asks for, beside what the recording did. */
function watchedPart(replay: Replay): readonly VerdictSegment[] {
  const asks = Array.from(replay.observation?.fires ?? []).flatMap((firing, step) =>
    firing === 0 ? [] : [step],
  );
  const [first] = asks;
  if (first === undefined) return neverPart(replay);
  const followed = asks.filter((step) => replay.columns.compacted[step] === 1).length;
  const done =
    followed === asks.length
      ? ', where the recording compacts'
      : followed === 0
        ? ', and the recording does not compact there'
        : `; the recording compacts at ${formatInteger(followed)} of them`;
  return [
    strong(`asks for a compaction at ${stepList(asks)}`),
    plain(whyFirst(replay, first, asks.length)),
    plain(done),
  ];
}

/** " (first 185,000 ≥ 180,000)", or why the first compaction came about without it. */
function whyFirst(replay: Replay, first: number, fires: number): string {
  const before = fires > 1 ? 'first ' : '';
  if (policyEventsAt(replay, first).some(({ kind }) => kind === 'reactive')) {
    return ` (${before}reactive)`;
  }
  const { columns, policy } = replay;
  const beside = backgroundAt(replay, first);
  const at = beside?.of.start ?? first;
  const value = comparedAt(replay, at);
  const unit = decisionUnit(policy);
  if (unit !== 'tokens') {
    const since = unit === 'messages' || unit === 'items' ? '' : ' since the last';
    return ` (${before}with ${formatInteger(value)} ${unit}${since})`;
  }
  if (Number.isNaN(value) || !reaches(replay, at)) return '';
  const threshold = formatInteger(intAt(columns.threshold, at));
  const started = beside === null ? '' : `started at ${formatInteger(at)}: `;
  return ` (${before}${started}${formatInteger(value)} ${relationOf(policy)} ${threshold})`;
}

/** Steps that failed to compact and sent the request as it was. */
function passedUnchanged({ notes, columns }: Replay): readonly number[] {
  const failed = notes.events.filter(
    ({ kind, step }) => kind === 'failure' && columns.compacted[step] !== 1,
  );
  return [...new Set(failed.map(({ step }) => step))];
}

function neverPart(replay: Replay): readonly VerdictSegment[] {
  const { columns, policy, notes } = replay;
  if (decisionUnit(policy) !== 'tokens') return [strong('never compacts')];
  const highest = highestDecision(replay);
  if (highest < 0 || intAt(columns.threshold, highest) < 0) return [strong('never compacts')];
  const value = floatAt(columns.decision, highest);
  const at = `${formatInteger(value)} at step ${formatInteger(highest)}`;
  const open = notes.background.at(-1);
  if (open !== undefined)
    return [strong('would not compact'), plain(` (${backgroundWords(open)})`)];
  if (reaches(replay, highest)) {
    const idle = notes.events.find(({ kind }) => kind === 'no-op' || kind === 'breaker');
    const why = idle === undefined ? '0 attempts allowed' : railNames[idle.kind];
    return [strong('would not compact'), plain(` (${why}; reached ${at})`)];
  }
  const needs = `${relationOf(policy) === '>' ? 'more than ' : ''}${formatInteger(columns.threshold[highest] ?? 0)}`;
  const estimate = `at step ${formatInteger(highest)} it estimated ${formatInteger(value)}`;
  return [strong('would not compact'), plain(` (${estimate}, needs ${needs})`)];
}

function elidedPart({ notes, observation }: Replay): readonly VerdictSegment[] {
  if (observation !== null) return [];
  const { size } = new Set(notes.elisions.map(({ entry }) => entry));
  if (size === 0) return [];
  return [plain(`; shortens ${counted(size, 'entry', 'entries')}`)];
}

function lostPart(replay: Replay): readonly VerdictSegment[] {
  const { steps, most, first } = lostEntries(replay);
  if (steps === 0) return [];
  const what = `${steps === 1 ? '' : 'up to '}${counted(most, 'entry', 'entries')}`;
  return [
    plain('; '),
    bad(`loses ${what}`),
    plain(` ${stepsFrom(steps, first)} (neither summarised nor sent)`),
  ];
}

function exitPart({ notes }: Replay): readonly VerdictSegment[] {
  const exit = notes.events.find(({ kind }) => kind === 'exit');
  return exit === undefined
    ? []
    : [plain('; '), bad(`the run ends at step ${formatInteger(exit.step)}`)];
}

function faultPart({ faults }: Replay): readonly VerdictSegment[] {
  if (faults.length === 0) return [];
  const count = `${counted(faults.length, 'fault')} injected`;
  const idle = faults.filter(({ step }) => step < 0).length;
  const never =
    idle === 0 ? '' : `, ${idle === faults.length ? 'no effect' : `${idle} without effect`}`;
  return [quiet(' '), strong(`${count}${never}.`)];
}

/** The step with the highest decision value; −1 where nothing is decided. */
export function highestDecision({ columns }: Replay): number {
  let best = -1;
  columns.decision.forEach((value, step) => {
    if (!Number.isNaN(value) && (best < 0 || value > floatAt(columns.decision, best))) best = step;
  });
  return best;
}

function overflowPart(replay: Replay, events: StepEvents): readonly VerdictSegment[] {
  const first = events.overflow[0];
  if (first === undefined) {
    return replay.limit === null
      ? [plain('overflow cannot be judged: the limit is unknown')]
      : [plain('nothing overflows')];
  }
  return [
    bad(`overflows ${stepsFrom(events.overflow.length, first)}`),
    plain(` (${comparison(replay, first, (one, step) => floatAt(one.columns.real, step))})`),
  ];
}

/** "200,819 > 200,000", with ~ before a projected number. */
function comparison(
  replay: Replay,
  step: number,
  realOf: (replay: Replay, step: number) => number,
): string {
  const real = realOf(replay, step);
  const asRecorded = realOf === recordedReal;
  const limit = asRecorded ? recordedLimitAt(replay, step) : limitAt(replay, step);
  const guessed = !asRecorded && isProjected(replay, step);
  const value = real < 0 ? 'refused' : `${guessed ? '~' : ''}${formatInteger(real)}`;
  return real < 0 || limit === null ? value : `${value} > ${formatInteger(limit)}`;
}

function projectionPart(replay: Replay): readonly VerdictSegment[] {
  const { session, divergence, observation } = replay;
  if (observation !== null) return [];
  if (session.profile.steps.ratio) {
    const from = ` From step ${formatInteger(divergence)} on, real tokens follow the scenario’s ratio.`;
    return divergence < 0 ? [] : [quiet(from)];
  }
  if (!hasReal(replay)) {
    return [quiet(` All real tokens are projected: ${densityText(session)}.`)];
  }
  if (divergence < 0) return [];
  return [quiet(` From step ${formatInteger(divergence)} on, real tokens are projected.`)];
}
