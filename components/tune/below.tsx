'use client';

import { useCallback } from 'react';
import { DownloadResults } from './compare/download-results';
import { OutcomeMatrix } from './compare/outcome-matrix';
import { EvidenceSection } from './evidence/evidence-section';
import { useRatios } from './evidence/use-ratios';
import type { TuneView } from './state/tune-view';
import { addressValues, todayValues } from './state/tune-setup';
import type { Tune } from './state/use-tune';

/** Below the grid: factor and cap from evidence, sessions by policy, the results as files. */
export function Below(props: {
  readonly tune: Tune;
  readonly view: TuneView;
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { tune, view, onChange } = props;
  const { setup, sweep, corpus, whole, figure } = tune;
  const answer = useRatios(setup, sweep, whole.evidence, view);
  const { fixed } = view;
  const use = useCallback(
    (setting: string, value: number): void => {
      const axis = setup.axes.findIndex(({ field }) => field.key === setting);
      if (axis < 0) onChange({ fixed: { ...fixed, [setting]: value } });
      else onChange({ at: addressValues(todayValues(setup).with(axis, value)) });
    },
    [setup, fixed, onChange],
  );
  return (
    <>
      {answer === null ? null : (
        <EvidenceSection
          setup={setup}
          answer={answer}
          view={view}
          onChange={onChange}
          onUse={use}
        />
      )}
      {sweep.end === null ? null : (
        <OutcomeMatrix setup={setup} end={sweep.end} sessions={corpus.sessions} />
      )}
      {sweep.end === null ? null : (
        <DownloadResults
          setup={setup}
          end={sweep.end}
          sessions={corpus.sessions}
          figures={figure?.results ?? null}
        />
      )}
    </>
  );
}
