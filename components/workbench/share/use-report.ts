'use client';

import { useState } from 'react';
import { saveBlob } from '@/components/ui/save-file';
import { ApiError } from '@/lib/api/api-error';
import {
  reportFiles,
  type ReportFormat,
  type ReportRequest,
} from '@/lib/api/contract/workbench/report-contract';
import { getReport } from '@/lib/api/report';
import { linkLimits } from '@/lib/engine/tokens/limits/model-limits';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { useWorkbench } from '../state/use-workbench';

/** What is asked beside the view: the form, and what else is in it. */
export type ReportOptions = Pick<ReportRequest, 'texts' | 'range' | 'theme' | 'sessionNotes'>;

/** The replay and the step that the page shows, as the API is asked for them. */
export function useQuestion() {
  const { store, record } = useWorkbench();
  const { policy, settings, replay, step, range } = store.frame();
  const { profile } = store.session;
  const question = {
    policy: policy.id,
    settings: settings as ReportRequest['settings'],
    faults: replay.faults.map(({ fault }) => formatFault(fault)),
    limits: linkLimits(replay.session.profile),
    step,
  } satisfies ReportRequest;
  const { row, notes } = record;
  return { id: row.id, question, step, range, last: profile.stepCount - 1, notes };
}

/** Fetches a report of what the page shows; `said` is what a reader hears of it. */
export function useReport() {
  const { id, question } = useQuestion();
  const { said, busy, run } = useTold();
  const file = (format: ReportFormat, options: ReportOptions): Promise<Blob> =>
    getReport(id, { ...question, ...options, format });
  const save = (format: ReportFormat, options: ReportOptions): void =>
    run('Downloaded.', async () => {
      saveBlob(`highwater-${id}.${reportFiles[format].ending}`, await file(format, options));
    });
  const copy = (format: ReportFormat, options: ReportOptions): void =>
    run('Copied.', async () => {
      await navigator.clipboard.writeText(await (await file(format, options)).text());
    });
  return { id, file, save, copy, said, busy, run };
}

/** Runs what a button asks for, one at a time, and says how it ended. */
export function useTold() {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const run = (done: string, work: () => Promise<void>): void => {
    setBusy(true);
    setSaid('');
    work()
      .then(
        () => setSaid(done),
        (error: unknown) =>
          setSaid(error instanceof ApiError ? error.message : 'The report could not be made.'),
      )
      .finally(() => setBusy(false));
  };
  return { said, busy, run };
}
