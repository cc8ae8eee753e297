import { decodeFigures } from '@/lib/tuning/figures/figure-codec';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { decodeResults, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { json, path, request, requestBytes } from './client';
import { MOST_CORPUS_ROWS, type CorpusRow } from './contract/corpus-contract';
import {
  sweepBriefSchema,
  sweepCellsSchema,
  sweepSchema,
  sweepSessionsSchema,
  type Sweep,
  type SweepBrief,
  type SweepExportFormat,
  type SweepInput,
} from './contract/sweep-contract';

/** Keeps a sweep: the server computes it, in the background. @throws ApiError */
export const keepSweep = (input: SweepInput): Promise<SweepBrief> =>
  request(sweepBriefSchema, '/api/sweeps', json('POST', input));

/** A kept sweep as it stands: what is not computed yet is −1 in the results. */
export interface OpenSweep {
  readonly sweep: Sweep;
  /** The sessions as they were, in the order of the results. */
  readonly sessions: readonly CorpusRow[];
  /** The cells in the order of the results. */
  readonly cells: readonly SweepCell[];
  readonly results: SweepResults;
  /** Figures as far as they are computed, by the same cells and perhaps more; null where none is asked for. */
  readonly figures: FigureResults | null;
}

/** Fetches a kept sweep with its sessions, cells, results and figures. @throws ApiError */
export async function openSweep(id: string, signal: AbortSignal): Promise<OpenSweep> {
  const results = decodeResults(await requestBytes(path`/api/sweeps/${id}/results`, { signal }));
  // Cells are only ever added: those fetched later include those of the results.
  const { added } = await request(sweepCellsSchema, path`/api/sweeps/${id}/cells`, { signal });
  const sweep = await request(sweepSchema, path`/api/sweeps/${id}`, { signal });
  const cells = [...sweepCells(sweep.plan), ...added].slice(0, results.cells);
  const figures =
    sweep.plan.figures === undefined
      ? null
      : decodeFigures(await requestBytes(path`/api/sweeps/${id}/figures`, { signal }));
  return { sweep, sessions: await sweepSessions(id, signal), cells, results, figures };
}

async function sweepSessions(id: string, signal: AbortSignal): Promise<readonly CorpusRow[]> {
  const sessions: CorpusRow[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const url = path`/api/sweeps/${id}/sessions?after=${after}&take=${MOST_CORPUS_ROWS}`;
    const page: { sessions: readonly CorpusRow[]; next: number | null } = await request(
      sweepSessionsSchema,
      url,
      { signal },
    );
    sessions.push(...page.sessions);
    after = page.next;
  }
  return sessions;
}

/** Download address of a sweep's rows. */
export const sweepExportUrl = (id: string, format: SweepExportFormat): string =>
  path`/api/sweeps/${id}/export?format=${format}`;
