'use client';

import { useMemo } from 'react';
import { xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { priceTiers } from '@/lib/answers/report/chart/price-tiers';
import { useSessionPrices } from '../../cost/use-cost';
import { useOfFrame, useWorkbench } from '../../state/use-workbench';

/** Share of its line before a label: at the left end stands the limit's. */
const INDENT = 0.25;
/** Pixels that a label needs beside its line. */
const LABEL = 360;

/** A line at each token count above which the session's model costs more, where the chart shows it. */
export function TierLines({ scales }: { readonly scales: PlotScales }) {
  const { store } = useWorkbench();
  const { ratesOf } = useSessionPrices();
  const range = useOfFrame((frame) => frame.range);
  const { profile } = store.session;
  const tiers = useMemo(
    () => (ratesOf === null ? [] : priceTiers(profile, ratesOf, range)),
    [profile, ratesOf, range],
  );
  const { left, right, top, bottom } = scales;
  const shown = tiers.flatMap((tier) => {
    const y = yOf(scales, tier.tokens);
    const from = Math.max(left, xOf(scales, tier.from));
    const to = tier.to === range.to ? right : Math.min(right, xOf(scales, tier.to));
    return y < top || y > bottom ? [] : [{ ...tier, y, left: from, right: to }];
  });
  if (shown.length === 0) return null;
  return (
    <svg
      role="img"
      aria-label={`Prices change: ${shown.map(({ text }) => text).join('; ')}`}
      data-price-tiers=""
      className="absolute inset-0"
      width="100%"
      height="100%"
      fill="none"
    >
      {shown.map(({ tokens, from, text, y, ...x }) => (
        <g key={`${tokens} ${from}`}>
          <path d={`M${x.left} ${y}H${x.right}`} stroke="var(--ink2)" strokeDasharray="7 3 1.5 3" />
          {x.right - x.left < LABEL ? null : (
            <text
              x={x.left + INDENT * (x.right - x.left)}
              y={y - top < 16 ? y + 13 : y - 4}
              paintOrder="stroke"
              stroke="var(--bg)"
              strokeWidth={3}
              className="fill-ink2 text-xs"
            >
              {text}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
