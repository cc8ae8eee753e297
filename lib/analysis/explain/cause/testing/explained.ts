import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import type { ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
import { findPolicy } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Settings } from '@/lib/engine/policy/fields';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import { causeReport, type CauseReport } from '../cause-report';
import { firstStep } from '../first-step';
import { causeSubject } from '../subject';

/** Step, policy and settings of a question; the session's own source if none is given. */
export interface ExplainInput {
  readonly step?: number;
  /** Id of a policy; the one that the session opens with if left out. */
  readonly policy?: string;
  readonly set?: Settings;
  readonly faults?: readonly string[];
  readonly source?: ClaimSource;
  /** Counts that the recorded compactions named before them. */
  readonly preTokens?: readonly number[];
}

/** The agent that Claude Code's policy models. */
export const claudeSource: ClaimSource = {
  format: 'claude-code',
  agent: 'Claude Code',
  agentVersion: '2.1.40',
};

/** Explains a step of a picture, or of a session, as the command line and the page do. */
export function explained(given: string | Session, asked: ExplainInput = {}): CauseReport {
  const session = typeof given === 'string' ? textSession(given) : given;
  const { set = {}, source = session.source, preTokens = [] } = asked;
  const measured = measureSession(session);
  const compactions = measured.head.compactions.map((one, i) => ({
    ...one,
    preTokens: preTokens[i] ?? one.preTokens,
  }));
  const profile = { ...measured, head: { ...measured.head, compactions } };
  const opening = openSession(source, profile);
  const prepared = prepare(profile, opening.prefixTokens);
  const policy = asked.policy === undefined ? opening.policy : findPolicy(asked.policy);
  if (policy === undefined) throw new Error(`There is no policy ${asked.policy ?? ''}`);
  const base =
    policy === opening.policy
      ? opening.settings
      : (sessionSettings(policy, profile.head) as object);
  const settings = policy.settings.parse({ ...base, ...set }) as Settings;
  const faults = (asked.faults ?? []).map(faultOf);
  const run = shownReplay(prepared, opening, { policy, settings, faults });
  const tools = new ToolNameCollector();
  for (const entry of session.entries) tools.push(entry);
  const subject = causeSubject(prepared, opening, {
    agent: source.agent,
    tools: tools.finish(),
  });
  return causeReport(run, asked.step ?? firstStep(prepared, opening), subject);
}

function faultOf(text: string): Fault {
  const parsed = parseFault(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** Ids of every cause that a report names, the headline's first. */
export const causesOf = ({ cause, clauses }: CauseReport): readonly string[] =>
  [cause, ...clauses.map((clause) => clause.cause)].filter((id) => id !== null);

/** The session's verdict, the headline and its sentences, one a line. */
export const saidOf = ({ verdict, headline, clauses }: CauseReport): readonly string[] => [
  verdict.text,
  headline.text,
  ...clauses.map(({ text }) => text),
];
