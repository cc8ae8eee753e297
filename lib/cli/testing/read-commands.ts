import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Contradictions, meantSteps } from '@/lib/analysis/explain/testing/contradictions';
import { changedSetting } from '@/lib/policies/testing/changed-setting';
import type { Replay } from '@/lib/engine/replay/replay';
import type { ExampleSession } from '@/lib/readers/importers/testing/every-session';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Session } from '@/lib/engine/session/schema';
import { serializeSession } from '@/lib/engine/session/serialize';
import { AllowedFiles } from '../mcp/allowed-files';
import { explain } from '@/lib/answers/questions/explain';
import type { CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { questionTool } from '../mcp/question-tool';
import { replay } from '@/lib/answers/questions/replay';
import { TraceDesk } from '../mcp/trace-desk';
import { askedOf } from '../mcp/asked';
import { requestedReplay } from '../explain/requested-replay';
import { readExplanations } from './said-by-commands';
import { readRowFiles, readRows, type CommandCase } from './rows-by-commands';

/** Rows that the tool of replays gives at once, and how often it is asked: each time it reads the file. */
const MOST_ROWS = 200;
const MOST_PAGES = 6;

/**
 * Reads back what every command and tool says of a session's steps: as it opens, and with a changed
 * setting. `folder` takes the session as a file.
 */
export async function readCommands(
  { name, session }: ExampleSession,
  folder: string,
): Promise<Contradictions> {
  const into = new Contradictions(name);
  if (session.steps.length === 0) return into;
  const file = path.join(folder, 'session.json');
  writeFileSync(file, serializeSession(session));
  const desk = new TraceDesk(await AllowedFiles.below([folder]), true);
  const shown = async (settings: Readonly<Record<string, number>>): Promise<Replay> => {
    const read = await desk.session(file);
    const replayed = requestedReplay(read, askedOf({ settings }));
    const meant = meantSteps(withoutDoubted(session, read.session.draft), replayed.run);
    const asked: CommandCase = { file, settings, meant };
    readExplanations(replayed, meant, into);
    await readRowFiles(asked, into);
    await readTools(desk, asked, into);
    return replayed.run;
  };
  const { policy, settings } = await shown({});
  const changed = changedSetting(policy, settings);
  if (changed !== null) await shown(changed);
  return into;
}

/** The session without the counts that reading it set aside as no count of one request. */
const withoutDoubted = (session: Session, { steps }: Pick<SessionDraft, 'steps'>): Session => ({
  ...session,
  steps: session.steps.map((step, i) =>
    steps[i]?.counted?.kind === 'doubtful' ? { ...step, real: null, reported: false } : step,
  ),
});

/** What an agent is answered: the rows of every step, and the cause of a few. */
async function readTools(
  desk: TraceDesk,
  { file, settings, meant }: CommandCase,
  into: Contradictions,
): Promise<void> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const compactedAt: number[] = [];
  for (let from = 0; from < Math.min(meant.length, MOST_PAGES * MOST_ROWS); from += MOST_ROWS) {
    const { data } = await questionTool(replay).run(
      { path: file, settings, from, count: MOST_ROWS, ...unsaid },
      desk,
    );
    const page = data as unknown as ReplayPage;
    rows.push(...page.steps);
    if (from === 0) compactedAt.push(...page.compactedAt);
  }
  readRows('replay tool', rows, { meant: meant.slice(0, MOST_PAGES * MOST_ROWS) }, into);
  const compacted = meant.flatMap(({ outcome }, i) => (outcome.policy === 'compacted' ? [i] : []));
  into.same('replay tool, compactedAt', String(compactedAt), String(compacted));
  for (const step of new Set([0, meant.length - 1, ...compacted.slice(0, 4)])) {
    const one = meant[step];
    if (one === undefined) continue;
    const given = { path: file, settings, step, ...unsaid };
    const answer = await questionTool(explain).run(given, desk);
    const data = answer.data as unknown as CauseReport;
    const where = `explain_step, step ${step}`;
    into.outcome(where, data.outcome, one.outcome);
    into.same(`${where}, compacted`, data.compacted, one.outcome.policy === 'compacted');
    into.sentences(
      where,
      [data.headline, ...data.clauses, data.verdict].map(({ text }) => text),
      one,
    );
    into.same(`${where}, margin`, data.decision?.margin ?? NaN, one.margin);
  }
}

/** What the tool `replay` answers with a page of steps. */
interface ReplayPage {
  readonly steps: readonly Readonly<Record<string, unknown>>[];
  readonly compactedAt: readonly number[];
}

/** What is left out of a question. */
const unsaid = { session: undefined, policy: undefined, faults: undefined } as const;
