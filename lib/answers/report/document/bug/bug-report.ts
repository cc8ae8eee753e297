import * as z from 'zod';
import { findings } from '@/lib/analysis/detectors/registry';
import { causeReport } from '@/lib/analysis/explain/cause/cause-report';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { askAgain } from '@/lib/answers/report/runs/ask-again';
import type { Sha256 } from '@/lib/answers/report/runs/digests';
import { freezeRun } from '@/lib/answers/report/runs/freeze-run';
import { checkRun, refusedCheck, type RunCheck } from '@/lib/answers/report/runs/run-check';
import { runRecordSchema, type RunRecord } from '@/lib/answers/report/runs/run-record';
import { BUG_FORMAT, parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { LONGEST_EXPECTED } from '../report-format';
import { SOME_AGENT } from '../report-subject';

const operandSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  origin: z.string(),
});

/** A wrong result as numbers only: what was asked of which sizes, what came out, what was expected. */
const bugReportSchema = z.strictObject({
  format: z.literal(BUG_FORMAT),
  version: z.literal(1),
  step: z.int().min(0),
  /** In the user's words. */
  expected: z.string().min(1).max(LONGEST_EXPECTED),
  /** The step's cause in words, and its ledger. */
  got: z.strictObject({
    headline: z.string(),
    compacted: z.boolean(),
    operands: z.array(operandSchema).readonly(),
  }),
  /** The whole result, frozen: engine, policy, settings, faults, every column. */
  run: runRecordSchema,
  /** The command that replays it, and says whether the present engine gives the same. */
  command: z.string(),
  /** The session in canonical form, sizes in place of every text. */
  session: z.unknown(),
});
type BugReport = Readonly<z.infer<typeof bugReportSchema>>;

/** What only a host has: hashes and the time. */
export interface BugHost {
  readonly sha: Sha256;
  /** SHA-256 of a session's numbers. */
  readonly numbersOf: (profile: Profile) => string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The replay whose result is wrong, the step, and what was expected there. */
export interface Bug {
  readonly run: Replay;
  readonly faults: readonly Fault[];
  /** The session's numbers-only form. */
  readonly session: Session;
  readonly step: number;
  readonly expected: string;
}

/**
 * The bug report of a result, as the text of its file. @throws where the session replays otherwise
 * without its texts: the report would show another result than the one that was seen.
 */
export function bugReport({ run, faults, session, step, expected }: Bug, host: BugHost): string {
  const { policy, settings } = run;
  const asked = { policy, settings, faults };
  const sized = replayed(session, asked, run.session.prefixTokens);
  const record = frozen(sized, session, asked, host);
  const seen = frozen(run, session, asked, host);
  if (numbersOf(seen) !== numbersOf(record)) {
    throw new Error('The session replays otherwise without its texts.');
  }
  const report: BugReport = {
    format: BUG_FORMAT,
    version: 1,
    step,
    expected,
    got: gotAt(sized, session, step),
    run: record,
    command: 'highwater bug-report --check bug.json',
    session,
  };
  return `${JSON.stringify(report)}\n`;
}

/** A result without what its events say: that may quote the recording, and the report has no text of it. */
const numbersOf = ({ result: { events, ...result } }: RunRecord): string =>
  JSON.stringify({ ...result, events: events.map(({ step, kind }) => ({ step, kind })) });

/** Policy, settings and faults of a replay. */
interface BugReplay {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly faults: readonly Fault[];
}

function replayed(session: Session, asked: BugReplay, prefixTokens: number): Replay {
  const profile = measureSession(session);
  const opening = openSession(session.source, profile);
  return shownReplay(prepare(profile, prefixTokens), opening, asked);
}

function frozen(run: Replay, session: Session, asked: BugReplay, host: BugHost): RunRecord {
  const { name, model, source } = session;
  const profile = measureSession(session);
  const about = { agent: SOME_AGENT, notices: [] };
  return freezeRun(
    run,
    {
      session: { id: null, name, agent: SOME_AGENT, model, trace: null },
      numbers: host.numbersOf(profile),
      settings: asked.settings,
      faults: asked.faults,
      findings: findings(run, about),
      happened: whatHappened(profile, openSession(source, profile)),
      note: '',
      frozenAt: host.now,
    },
    host.sha,
  );
}

/** What a replay says of a step. */
function gotAt(run: Replay, session: Session, step: number): BugReport['got'] {
  const opening = openSession(session.source, run.session.profile);
  const about = causeSubject(run.session, opening, { agent: SOME_AGENT, tools: null });
  const { headline, compacted, operands } = causeReport(run, step, about);
  return {
    headline: headline.text,
    compacted,
    operands: operands.map(({ id, label, value, origin }) => ({ id, label, value, origin })),
  };
}

/** A bug report, and what the present engine makes of it. */
export interface CheckedBug {
  readonly report: Pick<BugReport, 'step' | 'expected' | 'got'>;
  /** Null where nothing can be replayed now. */
  readonly now: BugReport['got'] | null;
  readonly check: RunCheck;
}

/** Replays a bug report with the present engine. The error is a sentence. */
export function checkBugReport(value: unknown, host: BugHost): Result<CheckedBug, string> {
  const parsed = bugReportSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') ?? '';
    return err(`This is no bug report of version 1${at === '' ? '' : ` (at ${at})`}.`);
  }
  const report = parsed.data;
  const read = parseSession(report.session, '$.session');
  if (!read.ok) return err(`Its session cannot be read: ${read.error.message} (${read.error.at}).`);
  const session = read.value;
  if (report.step >= session.steps.length) return err(`Its session has no step ${report.step}.`);
  const asked = askAgain(report.run.question);
  if (!asked.ok) {
    const check = refusedCheck(report.run, asked.error, PRODUCER, host.sha);
    return ok({ report, now: null, check });
  }
  const run = replayed(session, asked.value, report.run.question.prefixTokens);
  const record = frozen(run, session, asked.value, { ...host, now: report.run.frozenAt });
  return ok({
    report,
    now: gotAt(run, session, report.step),
    check: checkRun(report.run, record, host.sha),
  });
}
