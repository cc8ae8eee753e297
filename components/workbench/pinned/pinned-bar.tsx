'use client';

import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { divergenceText } from '@/lib/analysis/compare/changes';
import { compareLanes } from '@/lib/analysis/compare/comparison';
import { settingWords } from '@/lib/analysis/compare/lane-words';
import { metricRows, metricText } from '@/lib/analysis/compare/metric-rows';
import { metricSubject } from '@/lib/analysis/compare/metrics';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { compareAddress, pin } from './pin-actions';
import type { PinnedLane } from './pinned-lane';
import { usePinned } from './use-pinned';

/** Totals that the bar shows of both; the page Compare has all. */
const SHOWN = ['compactions', 'overflow-steps', 'first-event', 'peak-real', 'tokens-sent'];

/** What is pinned as B, how the what-if differs from it, and the totals of both. */
export function PinnedBar() {
  const workbench = useWorkbench();
  const pinned = usePinned();
  const { pinnedB } = useLateFrame();
  if (pinned === null) return null;
  return (
    <section
      aria-label="Pinned as B"
      data-pinned=""
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-1.5 text-sm"
    >
      <span className="grid size-5 place-items-center rounded border border-line bg-panel font-semibold">
        B
      </span>
      {typeof pinned === 'string' ? (
        <p role="alert" className="text-overflow">
          b={pinnedB} was left out: {pinned}
        </p>
      ) : (
        <Beside pinned={pinned} />
      )}
      <div className="ml-auto flex items-center gap-2">
        {typeof pinned === 'string' ? null : (
          <>
            <Button size="small" onClick={() => pin(workbench, true)}>
              Swap with B <Kbd>⇧B</Kbd>
            </Button>
            <a
              href={compareAddress(workbench)}
              className="inline-flex h-6 items-center rounded border border-line bg-panel px-2 hover:bg-sel"
            >
              Compare what-if and B
            </a>
          </>
        )}
        <Button size="small" variant="quiet" onClick={() => pin(workbench, false)}>
          Unpin <Kbd>b</Kbd>
        </Button>
      </div>
    </section>
  );
}

function Beside({ pinned }: { readonly pinned: PinnedLane }) {
  const { replay, policy, settings } = useLateFrame();
  const rows = useMemo(() => {
    const subjects = [replay, pinned.replay].map((one) => metricSubject(one, null));
    return metricRows(subjects, 1).filter(({ metric }) => SHOWN.includes(metric.id));
  }, [replay, pinned]);
  const sentence = useMemo(() => {
    const lanes = [replay, pinned.replay].map((one) => ({ session: '', replay: one }));
    const text = divergenceText(compareLanes(lanes, { baseline: 1 }), 0, ['the what-if', 'B']);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }, [replay, pinned]);
  const differing =
    pinned.draft.policy.id === policy.id ? settingWords(pinned.draft, settings) : [];
  return (
    <>
      <p>
        <span className="font-medium">{pinned.words}</span>
        {differing.length === 0 ? null : (
          <span className="text-ink2"> · differs from the what-if in {differing.join(', ')}</span>
        )}
      </p>
      <dl className="flex flex-wrap gap-x-4">
        {rows.map(({ metric, values }) => (
          <div key={metric.id} data-total={metric.id} className="flex gap-1.5">
            <dt className="text-ink3">{metric.label}</dt>
            <dd className="font-mono">{metricText(metric.unit, values[0] ?? null)}</dd>
            <dd className="font-mono text-ink2">
              <span className="font-sans">B</span> {metricText(metric.unit, values[1] ?? null)}
            </dd>
          </div>
        ))}
      </dl>
      <p data-divergence="B" className="w-full text-ink2 lg:w-auto">
        {sentence}
      </p>
    </>
  );
}
