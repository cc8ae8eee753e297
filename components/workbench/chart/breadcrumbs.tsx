'use client';

import { formatInteger } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

/** The ranges that the shown one was zoomed to from; each leads back. */
export function Breadcrumbs() {
  const { store } = useWorkbench();
  const trail = useOfFrame((frame) => frame.trail);
  const range = useOfFrame((frame) => frame.range);
  if (trail.length === 0) return null;
  const last = store.session.profile.stepCount - 1;
  return (
    <nav
      aria-label="Ranges zoomed from"
      className="absolute top-0 left-[66px] z-10 flex items-center gap-1 text-xs text-ink3"
    >
      {trail.map((one) => (
        <span key={`${one.from}-${one.to}`} className="flex items-center gap-1">
          <button
            type="button"
            className="min-h-6 min-w-6 rounded px-1 text-accent hover:underline"
            onClick={() => store.show(one)}
          >
            {rangeText(one, last)}
          </button>
          <span aria-hidden="true">›</span>
        </span>
      ))}
      <span aria-current="true" className="text-ink2">
        {rangeText(range, last)}
      </span>
    </nav>
  );
}

/** "all steps" or "20 to 60". */
const rangeText = ({ from, to }: StepRange, last: number): string =>
  from === 0 && to === last ? 'all steps' : `${formatInteger(from)} to ${formatInteger(to)}`;
