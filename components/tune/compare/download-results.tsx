'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveBlob } from '@/components/ui/save-file';
import { formatInteger } from '@/lib/engine/base/format';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { SweepEnd } from '@/lib/worker/tune/tune-sweep';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { TuneRow } from '../model/deciding-rows';
import { resultForms, resultHead, resultText, type ResultForm } from '../model/result-rows';
import type { TuneSetup } from '../state/tune-setup';

/** Rows of one part of the file: each part is made between two frames. */
const PART_ROWS = 20_000;

const types: Readonly<Record<ResultForm, string>> = {
  CSV: 'text/csv',
  NDJSON: 'application/x-ndjson',
};

/** Downloads the results: a row for each session under each setting that is computed. */
export function DownloadResults(props: {
  readonly setup: TuneSetup;
  readonly end: SweepEnd;
  readonly sessions: readonly TuneRow[];
  /** Figures that were computed besides; null for none. */
  readonly figures: FigureResults | null;
}) {
  const { setup, end, sessions, figures } = props;
  const { plan } = setup.tune;
  const [making, setMaking] = useState<ResultForm | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // The refinement of a sample has added cells before those of the policies beside it.
  const beside = sweepCells(plan).filter(({ column }) => column > 0);
  const cells = [...end.sums.grid.cells, ...beside];
  const save = async (form: ResultForm): Promise<void> => {
    setMaking(form);
    setFault(null);
    try {
      const parts = [resultHead(form, plan, figures?.figures)];
      const size = Math.max(1, Math.floor(PART_ROWS / Math.max(1, sessions.length)));
      for (let from = 0; from < cells.length; from += size) {
        const part = cells.slice(from, from + size);
        const indexes = part.map((_, at) => from + at);
        const results = await tuneClient.call((tuner) => tuner.read(indexes));
        const asked = figures === null ? null : { results: figures, first: from };
        parts.push(resultText(form, { plan, sessions, cells: part, results, figures: asked }));
      }
      const name = `highwater-sweep.${form.toLowerCase()}`;
      saveBlob(name, new Blob(parts, { type: types[form] }));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setMaking(null);
  };
  return (
    <div
      role="group"
      aria-label="Download the results"
      className="flex flex-wrap items-center gap-2 border-t px-4 py-3 text-sm text-ink2"
    >
      <Download size={13} aria-hidden="true" className="text-ink3" />
      Results: {formatInteger(cells.length * sessions.length)} rows
      {resultForms.map((form) => (
        <Button key={form} size="small" disabled={making !== null} onClick={() => void save(form)}>
          {making === form ? `Making ${form} …` : form}
        </Button>
      ))}
      {fault === null ? null : (
        <span role="alert" className="text-overflow">
          {fault}
        </span>
      )}
    </div>
  );
}
