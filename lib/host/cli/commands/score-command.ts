import { counted, formatInteger, formatPercent } from '@/lib/base/format';
import { median } from '@/lib/base/stats';
import { scoreCompactions, type ScoredCompaction } from '@/lib/analysis/score/compaction-score';
import {
  errorOf,
  isInside,
  projectionTotals,
  type ProjectionTotals,
} from '@/lib/analysis/score/projection-totals';
import { acrossText, signedPercent } from '@/lib/analysis/score/projection-text';
import { noTraceCodes } from '@/lib/importers/importer';
import { backtest } from '@/lib/replay/backtest';
import { PRODUCER } from '@/lib/replay/engine';
import { knownPrefix } from '@/lib/replay/prepare';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';
import { measureInput, type MeasuredSession } from '../measure-trace';
import { readErrorText } from '../read-error';
import { knowSizeTables } from '../tables/size-tables';
import { left, right, textTable } from '../text-table';

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
}

/**
 * Projects what recordings hold, from what came before it, and prints how far off that is: the first
 * request after each recorded compaction, and growth without one.
 */
export async function scoreCommand(
  files: readonly string[],
  { json, sizes }: { readonly json?: boolean; readonly sizes?: string },
  io: CliIo,
): Promise<ExitCode> {
  const table = await knowSizeTables(io, sizes);
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
  const totals = {
    compactions: projectionTotals(scored.flatMap(({ compactions }) => compactions)),
    growth: growthTotals(scored),
  };
  if (json === true) {
    io.out(`${JSON.stringify({ producer: PRODUCER, sessions: scored, totals })}\n`);
  } else io.out(tableText(scored, totals.compactions, totals.growth));
  return failed > 0 || read === 0 ? exitCode.unreadable : exitCode.clean;
}

function scoreSession(
  file: string,
  { draft, profile }: MeasuredSession,
  sizes?: string,
): ScoredSession {
  const { name, source, model } = draft.head;
  return {
    file,
    session: name,
    lane: source.lane,
    agent: source.agent,
    agentVersion: source.agentVersion,
    model,
    growth: backtest(profile),
    compactions: scoreCompactions(source, profile, knownPrefix(profile), sizes),
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

function tableText(
  scored: readonly ScoredSession[],
  across: ProjectionTotals | null,
  growth: ReturnType<typeof growthTotals>,
): string {
  const rows = scored.flatMap(({ file, agent, agentVersion, compactions }) =>
    compactions.map((one) => [
      file,
      `${agent}${agentVersion === null ? '' : ` ${agentVersion}`}`,
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
  return [
    rows.length === 0 ? '' : `${textTable(COLUMNS, rows)}\n`,
    across === null
      ? 'No recorded compaction can be scored: no policy models the agent, or no request with usage follows one.\n'
      : `${acrossText(across)}\n`,
    growth === null
      ? 'Growth: every run of steps with usage is too short.\n'
      : `Growth without a compaction: ${counted(growth.sessions, 'session')}, ${counted(growth.points, 'projected step')}; medians over the sessions: error ${signedPercent(growth.signed)}, its size ${formatPercent(growth.absolute)}, ${formatPercent(growth.covered)} inside p10 to p90.\n`,
    `Computed by ${PRODUCER}.\n`,
  ].join('');
}
