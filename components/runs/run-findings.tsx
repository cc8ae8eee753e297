'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import { SeverityMark } from '@/components/workbench/findings/severity-mark';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import { counted } from '@/lib/engine/base/format';
import type { RunFinding } from '@/lib/answers/report/runs/run-record';

/** What was found when the run was frozen. */
export function RunFindings({ findings }: { readonly findings: readonly RunFinding[] }) {
  return (
    <section aria-label="Findings" className="mt-6">
      <h3 className="border-b border-line pb-1 font-semibold">
        {findings.length === 0 ? 'Nothing was found' : counted(findings.length, 'finding')}
      </h3>
      <ul>
        {findings.map(({ detector, of, severity, title, sentence, steps }, i) => (
          <li key={`${detector} ${of} ${i}`} className="border-b border-line2 py-2">
            <span className="font-medium">
              <SeverityMark severity={severity} /> {title}
            </span>{' '}
            <span className="text-sm text-ink3">
              {[stepRangesText(steps), `of the ${of}`].filter(Boolean).join(' · ')}
            </span>
            <p className="max-w-[90ch] wrap-anywhere text-ink2">
              <ForeignText text={sentence} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
