'use client';

import { formatFixed } from '@/lib/engine/base/format';
import { memo } from 'react';
import { RATIO_SPAN } from '@/lib/tuning/evidence/ratio-report';
import type { TuneSetup } from '../state/tune-setup';
import { ratioKinds, type TuneView } from '../state/tune-view';
import { factorFields } from './factor-fields';
import { MissPart } from './miss-part';
import { RatioTable } from './ratio-table';
import type { AnsweredRatios } from './use-ratios';

const kindNames = { step: 'Per step', first: 'First step' } as const;

/** The default factor and the cap from what was recorded. */
export const EvidenceSection = memo(function EvidenceSection(props: {
  readonly setup: TuneSetup;
  readonly answer: AnsweredRatios;
  readonly view: Pick<TuneView, 'ratio' | 'miss'>;
  readonly onChange: (part: Partial<TuneView>) => void;
  readonly onUse: (setting: string, value: number) => void;
}) {
  const { setup, answer, view, onChange, onUse } = props;
  const { report, question } = answer;
  const { policy, today } = setup;
  const fields = factorFields(policy);
  const guides = report.values.map((value) => {
    const field = fields.find(({ key }) => today[key] === value);
    return {
      value,
      label: formatFixed(value, 1),
      kind: field === undefined ? ('seed' as const) : ('today' as const),
    };
  });
  return (
    <section aria-label="Default factor and cap from evidence" className="border-t">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Real ÷ heuristic</h2>
        <span className="text-sm text-ink2">
          {question.kind === 'step'
            ? 'steps of 20,000 tokens or more'
            : 'first step of each session'}
          ; <span className="text-ink">┃</span> median, <span className="text-threshold">┃</span> 99
          %, <span className="text-calibrated">┆</span> the seeds’ values,{' '}
          <span className="text-accent">┃</span> today’s{' '}
          {fields.map(({ short }) => short.toLowerCase()).join(' and ')}
        </span>
        <div role="group" aria-label="Steps that count" className="ml-auto flex gap-3">
          {ratioKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={view.ratio === kind}
              className={`min-h-6 border-b-2 ${view.ratio === kind ? 'border-accent font-medium' : 'border-transparent text-ink2'}`}
              onClick={() => onChange({ ratio: kind })}
            >
              {kindNames[kind]}
            </button>
          ))}
        </div>
      </div>
      {report.models.length === 0 ? (
        <p className="px-4 pb-3 text-ink2">
          No step of this corpus has a count from the provider that is large enough.
        </p>
      ) : (
        <RatioTable
          models={report.models}
          values={report.values}
          guides={guides}
          span={RATIO_SPAN}
        />
      )}
      <MissPart setup={setup} answer={answer} miss={view.miss} onChange={onChange} onUse={onUse} />
    </section>
  );
});
