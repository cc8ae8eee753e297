import type { MeasuredSession } from '@/lib/analysis/subject/measured-session';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { median } from '@/lib/engine/base/stats';
import { scoreCompactions, type ScoredCompaction } from '@/lib/analysis/score/compaction-score';
import {
  errorOf,
  isInside,
  projectionTotals,
  type ProjectionTotals,
} from '@/lib/analysis/score/projection-totals';
import {
  ownPolicyTotals,
  scoreOwnPolicy,
  type OwnPolicyScore,
} from '@/lib/analysis/score/own-policy-totals';
import { acrossText, ownText, signedPercent } from '@/lib/analysis/score/projection-text';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import { backtest } from '@/lib/engine/replay/backtest';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';
import { measureInput } from '../measure-trace';
import { readErrorText } from '../read-error';
import { ensureSizeTables } from '../tables/size-tables';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** A session's projections beside its recording. */
interface ScoredSession {
  readonly file: string;
  readonly session: string;
  readonly lane: string;
  readonly agent: string;
  readonly agentVersion: string | null;
  readonly model: string | null;
  /** Projections of growth within runs of steps; null where every run is too short. */
  readonly growth: ReturnType<typeof backtest>;
  readonly compactions: readonly ScoredCompaction[];
  /** Recorded compactions whose next request has no usage, or that no policy models. */
  readonly unscored: number;
  /** The agent's own policy over the recording; null where there is nothing to judge. */
  readonly own: OwnPolicyScore | null;
}

/** A session's agent, as the table names it. */
const agentOf = ({ agent, agentVersion }: ScoredSession): string =>
  `${agent}${agentVersion === null ? '' : ` ${agentVersion}`}`;

/**
 * Projects what recordings hold, from what came before it, and prints how far off that is: the first
 * request after each recorded compaction, and growth without one.
 */
export async function scoreCommand(
  files: readonly string[],
  { json, sizes }: { readonly json?: boolean; readonly sizes?: string },
  io: CliIo,
): Promise<ExitCode> {
  const table = await ensureSizeTables(io, sizes);
  const scored: ScoredSession[] = [];
  let read = 0;
  let failed = 0;
  for (const given of files) {
    for await (const found of measureInput(given, io.resolve(given))) {
      if ('format' in found) {
        read++;
        scored.push(...found.sessions.map((one) => scoreSession(found.file, one, table)));
      } else if (found.file === given || !noTraceCodes.includes(found.error.code)) {
        failed++;
        io.message(readErrorText(found.file, found.error));
      }
    }
  }
  const totals = totalsOf(scored);
  if (json === true) {
    io.out(`${JSON.stringify({ producer: PRODUCER, sessions: scored, totals })}\n`);
  } else io.out(tableText(scored, totals));
  return failed > 0 || read === 0 ? exitCode.unreadable : exitCode.clean;
}

function scoreSession(
  file: string,
  { draft, profile }: MeasuredSession,
  sizes?: string,
): ScoredSession {
  const { name, source, model } = draft.head;
  const compactions = scoreCompactions(source, profile, sessionPrefix(profile).tokens, sizes);
  const recorded = profile.head.compactions.filter(({ kind }) => kind === 'summary').length;
  return {
    file,
    session: name,
    lane: source.lane,
    agent: source.agent,
    agentVersion: source.agentVersion,
    model,
    growth: backtest(profile),
    compactions,
    unscored: recorded - compactions.length,
    own: scoreOwnPolicy(source, profile),
  };
}

/** Totals of all sessions, and of each agent's where there are several. */
function totalsOf(scored: readonly ScoredSession[]) {
  const across = (some: readonly ScoredSession[]): ProjectionTotals | null =>
    projectionTotals(some.flatMap(({ compactions }) => compactions));
  const agents = [...new Set(scored.map(({ agent }) => agent))].sort();
  return {
    compactions: across(scored),
    unscored: scored.reduce((sum, { unscored }) => sum + unscored, 0),
    own: ownPolicyTotals(scored.flatMap(({ own }) => (own === null ? [] : [own]))),
    growth: growthTotals(scored),
    agents: agents.map((agent) => {
      const some = scored.filter((one) => one.agent === agent);
      const own = ownPolicyTotals(some.flatMap((one) => (one.own === null ? [] : [one.own])));
      return { agent, compactions: across(some), own };
    }),
  };
}

/** Medians over the sessions: steps of one session are not independent of each other. */
function growthTotals(scored: readonly ScoredSession[]) {
  const all = scored.flatMap(({ growth }) => (growth === null ? [] : [growth]));
  if (all.length === 0) return null;
  return {
    sessions: all.length,
    points: all.reduce((sum, { points }) => sum + points, 0),
    signed: median(all.map(({ signed }) => signed)),
    absolute: median(all.map(({ p50 }) => p50)),
    covered: median(all.map(({ covered }) => covered)),
  };
}

const COLUMNS = [
  ...left('file', 'agent'),
  ...right('step', 'trigger', 'recorded', 'projected', 'p10', 'p90', 'error', 'inside'),
];

function tableText(scored: readonly ScoredSession[], totals: ReturnType<typeof totalsOf>): string {
  const { compactions: across, unscored, own, growth } = totals;
  const rows = scored.flatMap((session) =>
    session.compactions.map((one) => [
      session.file,
      agentOf(session),
      formatInteger(one.step),
      one.trigger,
      formatInteger(one.recorded),
      formatInteger(one.projected),
      formatInteger(one.low),
      formatInteger(one.high),
      signedPercent(errorOf(one)),
      isInside(one) ? 'yes' : 'no',
    ]),
  );
  const agents = totals.agents.filter(({ compactions }) => compactions !== null);
  return [
    rows.length === 0 ? '' : `${textTable(COLUMNS, rows)}\n`,
    across === null
      ? 'No recorded compaction can be scored: no policy models the agent, or no request with usage follows one.\n'
      : `${acrossText(across)}\n`,
    ...(agents.length < 2
      ? []
      : agents.map(
          ({ agent, compactions }) =>
            `  ${agent}: ${compactions === null ? '' : acrossText(compactions)}\n`,
        )),
    across === null || unscored === 0
      ? ''
      : `${counted(unscored, 'recorded compaction')} not scored: no usage behind it, or no policy models the agent.\n`,
    own.judged === 0 ? '' : `${ownText(own)}\n`,
    growth === null
      ? 'Growth: every run of steps with usage is too short.\n'
      : `Growth without a compaction: ${counted(growth.sessions, 'session')}, ${counted(growth.points, 'projected step')}; medians over the sessions: error ${signedPercent(growth.signed)}, its size ${formatPercent(growth.absolute)}, ${formatPercent(growth.covered)} inside p10 to p90.\n`,
    `Computed by ${PRODUCER}.\n`,
  ].join('');
}
