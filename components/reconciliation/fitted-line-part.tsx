'use client';

import { useMemo } from 'react';
import { ResidualChart } from '@/components/charts/residual-chart';
import { counted, formatRatio, formatInteger } from '@/lib/engine/base/format';
import type { Residual } from '@/lib/analysis/score/reconciliation';
import { Figures, Section } from './figures';
import { More, MOST_ROWS, stepLink, tokens, type PartProps } from './figure-words';

/** Points that the chart draws at most; outliers are drawn too. */
const MOST_POINTS = 1_500;

/** The line, each step's distance from it, and the outliers. */
export function FittedLinePart({ found: { line, residuals, outliers, tolerance }, id }: PartProps) {
  const drawn = useMemo(() => decimated(residuals), [residuals]);
  if (line === null) return null;
  return (
    <Section
      id="line"
      title="The fitted line"
      rule={`real ≈ ${formatRatio(line.slope)} × heuristic ${line.intercept < 0 ? '−' : '+'} ${tokens(Math.abs(line.intercept))} by least squares over ${counted(line.n, 'step')}. Outliers lie further from it than 5 scaled median absolute deviations, ${tokens(tolerance)} tokens, and than 1 % of real.`}
    >
      <ResidualChart
        points={drawn}
        outliers={outliers}
        tolerance={tolerance}
        label={`Distance of real from the fitted line at ${counted(residuals.length, 'step')}; ${counted(outliers.length, 'outlier')}`}
      />
      {drawn.length < residuals.length ? (
        <p className="text-sm text-ink3">
          {formatInteger(drawn.length)} of {formatInteger(residuals.length)} drawn, and every
          outlier
        </p>
      ) : null}
      {outliers.length === 0 ? null : (
        <>
          <Figures
            caption="Outliers"
            columns={[
              { head: 'Step' },
              { head: 'Heuristic' },
              { head: 'Real' },
              { head: 'From the line' },
              { head: 'Known about it', text: true },
            ]}
            rows={outliers
              .slice(0, MOST_ROWS)
              .map((one) => [
                stepLink(id, one.step),
                tokens(one.heuristic),
                tokens(one.real),
                `${one.residual < 0 ? '' : '+'}${tokens(one.residual)}`,
                one.cause,
              ])}
          />
          <More shown={MOST_ROWS} of={outliers.length} what="outliers" />
        </>
      )}
    </Section>
  );
}

/** The point furthest from the line in each stretch of steps. */
function decimated(residuals: readonly Residual[]): readonly Residual[] {
  if (residuals.length <= MOST_POINTS) return residuals;
  const each = residuals.length / MOST_POINTS;
  return Array.from({ length: MOST_POINTS }, (_, i) =>
    residuals
      .slice(Math.floor(i * each), Math.floor((i + 1) * each))
      .reduce((far, one) => (Math.abs(one.residual) > Math.abs(far.residual) ? one : far)),
  );
}
