import { reservedResponse } from './recording/reserved-response';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { densityText } from './density-text';
import { floatAt, intAt, numberAt } from '@/lib/engine/base/read';
import type { Word, Words } from '@/lib/engine/base/answer/words';
import type { Replay } from '@/lib/engine/replay/replay';
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

/** Names used in a verdict. */
interface VerdictSubject {
  /** The agent that recorded the session, in words. */
  readonly agent: string;
  /** Name of the replay in the sentence; "What-if (policy)" or "Watched by policy" if absent. */
  readonly draft?: string;
  /** The recording under the agent's own policy, as a sentence; null or absent without one. */
  readonly happened?: string | null;
}

const quiet = (text: string): Word => ({ quiet: text });
const strong = (text: string): Word => ({ strong: text });
const bad = (text: string): Word => ({ bad: text });

/** The recording's compactions and overflows, the replay's, and the first projected step. */
export function verdict(replay: Replay, subject: VerdictSubject): Words {
  const events = stepEvents(replay);
  return [
    quiet('Recorded: '),
    ...recordedPart(replay, events, subject),
    '. ',
    ...(subject.happened ? [strong(subject.happened), ' '] : []),
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
    ...overflowPart(replay, events),
    ...lostPart(replay),
    ...exitPart(replay),
    '.',
    ...faultPart(replay),
    ...projectionPart(replay),
  ];
}

function recordedPart(replay: Replay, events: StepEvents, { agent }: VerdictSubject): Words {
  const parts: Word[] = [recordedCompactionsText(replay, agent)];
  const over = events['recorded-overflow'];
  if (over.length > 0) {
    parts.push('; ', bad(`overflow at ${stepList(over)}`));
    parts.push(` (${comparison(replay, numberAt(over, 0), recordedReal)})`);
  }
  if (!hasReal(replay)) parts.push('; no usage reported');
  return parts;
}

const recordedReal = (replay: Replay, step: number): number =>
  intAt(replay.session.profile.steps.real, step);

function draftPart(replay: Replay, events: StepEvents): Words {
  if (replay.policy.traits.recording) return ['the recording’s own compactions'];
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
    whyFirst(replay, first, fires.length),
    ...(passes.length > 0 ? ['; ', ...passes] : []),
  ];
}

/** What the policy that watches asks for, beside what the recording did. */
function watchedPart(replay: Replay): Words {
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
    whyFirst(replay, first, asks.length),
    done,
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

function neverPart(replay: Replay): Words {
  const { columns, policy, notes, observation } = replay;
  const never = observation === null ? 'would not compact' : 'asks for no compaction';
  const nothing = [strong(observation === null ? 'never compacts' : never)];
  if (decisionUnit(policy) !== 'tokens') return nothing;
  const highest = highestDecision(replay);
  if (highest < 0 || intAt(columns.threshold, highest) < 0) return nothing;
  const value = floatAt(columns.decision, highest);
  const at = `${formatInteger(value)} at step ${formatInteger(highest)}`;
  const open = notes.background.at(-1);
  if (open !== undefined) return [strong(never), ` (${backgroundWords(open)})`];
  if (reaches(replay, highest)) {
    const idle = notes.events.find(({ kind }) => kind === 'no-op' || kind === 'breaker');
    const why = idle === undefined ? '0 attempts allowed' : railNames[idle.kind];
    return [strong(never), ` (${why}; reached ${at})`];
  }
  const needs = `${relationOf(policy) === '>' ? 'more than ' : ''}${formatInteger(columns.threshold[highest] ?? 0)}`;
  const estimate = `at step ${formatInteger(highest)} it estimated ${formatInteger(value)}`;
  return [strong(never), ` (${estimate}, needs ${needs})`];
}

function elidedPart({ notes, observation }: Replay): Words {
  if (observation !== null) return [];
  const { size } = new Set(notes.elisions.map(({ entry }) => entry));
  if (size === 0) return [];
  return [`; shortens ${counted(size, 'entry', 'entries')}`];
}

function lostPart(replay: Replay): Words {
  const { steps, most, first } = lostEntries(replay);
  if (steps === 0) return [];
  const what = `${steps === 1 ? '' : 'up to '}${counted(most, 'entry', 'entries')}`;
  return ['; ', bad(`loses ${what}`), ` ${stepsFrom(steps, first)} (neither summarised nor sent)`];
}

function exitPart({ notes }: Replay): Words {
  const exit = notes.events.find(({ kind }) => kind === 'exit');
  return exit === undefined ? [] : ['; ', bad(`the run ends at step ${formatInteger(exit.step)}`)];
}

function faultPart({ faults }: Replay): Words {
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

function overflowPart(replay: Replay, events: StepEvents): Words {
  const first = events.overflow[0];
  if (first === undefined) {
    return replay.limit === null
      ? ['; overflow cannot be judged: the limit is unknown']
      : ['; nothing overflows'];
  }
  // A recording that is watched has said so before.
  if (replay.observation !== null) return [];
  return [
    '; ',
    bad(`overflows ${stepsFrom(events.overflow.length, first)}`),
    ` (${comparison(replay, first, (one, step) => floatAt(one.columns.real, step))})`,
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
  const found = real < 0 ? null : reservedResponse(replay.session, step);
  const kept = found?.prompt === real ? ` + ${formatInteger(found.reserved)} reserved` : '';
  return real < 0 || limit === null ? value : `${value}${kept} > ${formatInteger(limit)}`;
}

function projectionPart(replay: Replay): Words {
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
