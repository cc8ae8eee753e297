'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import { figureText, stepRangesText } from '@/lib/analysis/detectors/words';
import type { ProvenAdvice } from '@/lib/analysis/detectors/cures/proven-advice';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { useWorkbench } from '../state/use-workbench';
import { SeverityMark } from './severity-mark';
import { SuppressDialog } from './suppress-dialog';
import { useProvenAdvice } from './use-proven-advice';

const origins = {
  recording: 'in the recording, whatever the policy',
  replay: 'in this replay',
} as const;

/** One finding with its figures, what to do, and how to be rid of it. */
export function FindingDetail(props: { readonly finding: Finding; readonly onJump: () => void }) {
  const { finding, onJump } = props;
  const { severity, title, of, steps, figures, sentence, detail, link } = finding;
  const { advice, fault } = useProvenAdvice(finding);
  const { store } = useWorkbench();
  const [asking, setAsking] = useState(false);
  const where = stepRangesText(steps);
  return (
    <article data-finding-open={finding.detector} className="px-4 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold">
          <SeverityMark severity={severity} /> {title}
        </h3>
        <span className="text-sm text-ink3">
          {where === '' ? '' : `step ${where} · `}
          {severity}, {origins[of]}
        </span>
      </div>
      <p className="mt-1 text-ink2">
        <ForeignText text={detail === '' ? sentence : detail} />
      </p>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 text-sm">
        {figures.map((figure) => (
          <div key={figure.name} className="contents">
            <dt className="text-ink2">
              <ForeignText text={figure.name} />
            </dt>
            <dd className="text-right font-mono">{figureText(figure)}</dd>
          </div>
        ))}
      </dl>
      <h4 className="mt-3 font-medium">What to do</h4>
      <ul className="mt-1 grid gap-1">
        {advice.map((one) => (
          <AdviceLine key={one.text} advice={one} onApply={(change) => store.set(change)} />
        ))}
      </ul>
      <FaultNote fault={fault === null ? null : { message: fault }} className="text-sm" />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => setAsking(true)}>Suppress with a reason …</Button>
        {link.step === null ? null : (
          <Button onClick={onJump}>Go to step {formatInteger(link.step)}</Button>
        )}
        {link.tab === 'steps' ? null : (
          <Button variant="quiet" onClick={() => store.openTab(link.tab)}>
            Open {link.tab}
          </Button>
        )}
      </div>
      {asking ? <SuppressDialog finding={finding} onClose={() => setAsking(false)} /> : null}
    </article>
  );
}

function AdviceLine(props: {
  readonly advice: ProvenAdvice;
  readonly onApply: (change: NonNullable<ProvenAdvice['settings']>) => void;
}) {
  const { advice, onApply } = props;
  const { text, settings, effect } = advice;
  return (
    <li className="flex min-h-6 items-center gap-3">
      <span className="min-w-0 flex-1">
        {text}
        {effect === null ? null : (
          <span data-effect="" className="block text-sm text-ink2">
            {effect}
          </span>
        )}
      </span>
      {settings === null ? null : (
        <Button size="small" onClick={() => onApply(settings)} aria-label={`Apply: ${text}`}>
          Apply
        </Button>
      )}
    </li>
  );
}
