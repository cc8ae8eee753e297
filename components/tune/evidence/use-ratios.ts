'use client';

import { useEffect, useMemo, useState } from 'react';
import type { CorpusEvidence } from '@/lib/api/contract/tuning/evidence-contract';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { RatioQuestion, RatioReport } from '@/lib/tuning/evidence/ratio-report';
import type { TuneSetup } from '../state/tune-setup';
import type { Sweep } from '../state/use-sweep';
import { missShares, type TuneView } from '../state/tune-view';
import { factorFields } from './factor-fields';

/** A report on ratios, and the question that it answers. */
export interface AnsweredRatios {
  readonly question: RatioQuestion;
  readonly report: RatioReport;
}

/** What a setup asks of ratios; of every step, or of first steps alone. */
export function ratioQuestion(setup: TuneSetup, kind: RatioQuestion['kind']): RatioQuestion {
  const { policy, today, around: limit } = setup;
  const window = Number(today['window'] ?? limit);
  const threshold = policy.decision?.threshold(today, 0) ?? window;
  const values = factorFields(policy).map(({ key }) => Number(today[key]));
  return { kind, shares: missShares, window, threshold, limit, today: values };
}

/** What the ratios of the corpus say, of all its sessions where that is known; null before the first answer. */
export function useRatios(
  setup: TuneSetup,
  sweep: Sweep,
  whole: CorpusEvidence | null,
  { ratio }: Pick<TuneView, 'ratio'>,
): AnsweredRatios | null {
  const question = useMemo(() => ratioQuestion(setup, ratio), [setup, ratio]);
  const [answer, setAnswer] = useState<AnsweredRatios | null>(null);
  const { end } = sweep;
  useEffect(() => {
    if (end === null) return;
    const stop = new AbortController();
    tuneClient
      .call((tuner) => tuner.ratios(question))
      .then(
        (report) => stop.signal.aborted || setAnswer({ question, report }),
        // A worker that breaks is reported by the sweep.
        () => undefined,
      );
    return () => stop.abort();
  }, [end, question]);
  return useMemo(
    () => (whole === null ? answer : { question, report: whole.reports[ratio] }),
    [whole, answer, question, ratio],
  );
}
