import type { RailKind } from '@/lib/analysis/explain/policy-events';
import { railShapes } from '@/lib/answers/report/chart/drawing/rail-shapes';

/** One mark of the event rail within text. */
export function RailMark({ kind }: { readonly kind: RailKind | 'several' }) {
  const { path, color, filled } = railShapes[kind];
  return (
    <svg width={12} height={13} aria-hidden="true" className="inline-block shrink-0 align-[-2px]">
      <path
        d={path(6, 6.5)}
        fill={filled ? color : 'none'}
        stroke={filled ? 'none' : color}
        strokeWidth={1.4}
      />
    </svg>
  );
}
