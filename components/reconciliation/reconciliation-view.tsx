'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { ResidualChart } from '@/components/charts/residual-chart';
import type { SessionRecord } from '@/lib/api/contract';
import { formatFactor, formatInteger } from '@/lib/base/format';
import { prepare } from '@/lib/replay/replay';
import { reconcile, type Reconciliation, type Residual } from '@/lib/report/reconciliation';
import type { RatioRow } from '@/lib/report/reconciliation-ratios';
import type { Profile } from '@/lib/tokens/profile';
import { Figures, Section } from './figures';

/** Points that the chart draws at most; outliers are drawn besides. */
const MOST_POINTS = 1_500;

/** Rows of a table before it says how many more there are. */
const MOST_ROWS = 30;

/** The page of one session's reconciliation. */
export function ReconciliationView({
  record,
  profile,
}: {
  readonly record: SessionRecord;
  readonly profile: Profile;
}) {
  const found = useMemo(() => reconcile(prepare(profile), record.notices), [profile, record]);
  if (found.compared === 0) {
    return (
      <p className="mt-6 text-ink2">
        None of the {formatInteger(found.steps)} steps has recorded usage of an accepted request:
        there is nothing to reconcile.
      </p>
    );
  }
  return (
    <>
      <p data-verdict="" className="mt-3 max-w-[90ch]">
        {verdictOf(found)}
      </p>
      {profile.steps.ratio === null ? null : (
        <p className="text-ink2">The session was generated: real follows from its ratio.</p>
      )}
      <Doubts found={found} id={record.row.id} />
      <Sums found={found} id={record.row.id} />
      <Ratios found={found} />
      <Line found={found} id={record.row.id} />
      <Prefix found={found} />
    </>
  );
}

const tokens = (value: number): string =>
  `${value < 0 ? '−' : ''}${formatInteger(Math.round(Math.abs(value)))}`;

const plural = (n: number, word: string): string =>
  `${formatInteger(n)} ${word}${n === 1 ? '' : 's'}`;

function verdictOf({ compared, steps, line, outliers, findings }: Reconciliation): string {
  const compare = `${formatInteger(compared)} of ${plural(steps, 'step')} compared`;
  const fit =
    line === null
      ? 'no line can be fitted'
      : `real ≈ ${formatFactor(line.slope, 3)} × heuristic ${line.intercept < 0 ? '−' : '+'} ${tokens(Math.abs(line.intercept))}, r² ${line.r2.toFixed(3)}`;
  const doubts =
    findings.length === 0
      ? 'no doubt about the usage records'
      : plural(findings.length, 'doubt') + ' about the usage records';
  return `${compare}: ${fit}; ${plural(outliers.length, 'outlier')}; ${doubts}.`;
}

interface PartProps {
  readonly found: Reconciliation;
  readonly id: string;
}

const stepLink = (id: string, step: number) => (
  <Link key={step} href={`/sessions/${id}?step=${step}`} className="text-accent hover:underline">
    {formatInteger(step)}
  </Link>
);

function Doubts({ found: { findings }, id }: PartProps) {
  if (findings.length === 0) return null;
  return (
    <Section
      id="doubts"
      title="Doubts"
      rule="What makes recorded counts unreliable: looked for in every usage record."
    >
      <Figures
        caption="Doubts about usage records"
        columns={[
          { head: 'Finding', text: true },
          { head: 'Times' },
          { head: 'First steps', text: true },
        ]}
        rows={findings.map(({ message, times, steps }) => [
          <span key="m" className="whitespace-normal">
            {message}
          </span>,
          formatInteger(times),
          <span key="s" className="flex gap-2">
            {steps.map((step) => stepLink(id, step))}
          </span>,
        ])}
      />
    </Section>
  );
}

function Sums({ found: { sums }, id }: PartProps) {
  return (
    <Section
      id="sums"
      title="Sizes against recorded totals"
      rule="The last request with usage before each recorded compaction, and of the session: the sizes that projections use, added up. Total and recorded must be equal."
    >
      <Figures
        caption="Sizes and recorded totals, in tokens"
        columns={[
          { head: 'Step' },
          { head: 'Prefix' },
          { head: 'Summary and kept' },
          { head: 'Sent again' },
          { head: 'Entries' },
          { head: 'Thoughts' },
          { head: 'Hidden' },
          { head: 'Total' },
          { head: 'Recorded' },
          { head: 'Difference' },
        ]}
        rows={sums
          .slice(0, MOST_ROWS)
          .map((sum) => [
            stepLink(id, sum.step),
            tokens(sum.prefix),
            tokens(sum.kept),
            tokens(sum.reinjected),
            tokens(sum.entries),
            tokens(sum.thoughts),
            tokens(sum.hidden),
            tokens(Math.trunc(sum.total)),
            tokens(sum.recorded),
            tokens(Math.trunc(sum.total) - sum.recorded),
          ])}
      />
      <More shown={MOST_ROWS} of={sums.length} what="requests" />
    </Section>
  );
}

function Ratios({ found: { byModel, byCategory } }: Pick<PartProps, 'found'>) {
  return (
    <Section
      id="ratios"
      title="Ratio by model and category"
      rule="Models: real ÷ heuristic of whole requests, the prefix included. Categories: growth of real ÷ heuristic of the entries added, where one category makes up 80 % of them; others are mixed."
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <RatioTable
          caption="Real over heuristic by model"
          head="Model"
          n="Requests"
          rows={byModel}
        />
        <RatioTable
          caption="Growth of real over heuristic by category"
          head="Category"
          n="Growths"
          rows={byCategory}
        />
      </div>
    </Section>
  );
}

function RatioTable({
  caption,
  head,
  n,
  rows,
}: {
  readonly caption: string;
  readonly head: string;
  readonly n: string;
  readonly rows: readonly RatioRow[];
}) {
  if (rows.length === 0) return <p className="text-ink3">{caption}: nothing to compare.</p>;
  return (
    <Figures
      caption={caption}
      columns={[
        { head, text: true },
        { head: n },
        { head: 'Real' },
        { head: 'Heuristic' },
        { head: 'Ratio' },
      ]}
      rows={rows.map((row) => [
        row.name,
        formatInteger(row.n),
        tokens(row.real),
        tokens(row.heuristic),
        Number.isFinite(row.ratio) ? formatFactor(row.ratio, 3) : '–',
      ])}
    />
  );
}

function Line({ found: { line, residuals, outliers, tolerance }, id }: PartProps) {
  const drawn = useMemo(() => decimated(residuals), [residuals]);
  if (line === null) return null;
  return (
    <Section
      id="line"
      title="The fitted line"
      rule={`real ≈ ${formatFactor(line.slope, 3)} × heuristic ${line.intercept < 0 ? '−' : '+'} ${tokens(Math.abs(line.intercept))} by least squares over ${plural(line.n, 'step')}. Outliers lie further from it than 5 scaled median absolute deviations, ${tokens(tolerance)} tokens, and than 1 % of real.`}
    >
      <ResidualChart
        points={drawn}
        outliers={outliers}
        tolerance={tolerance}
        label={`Distance of real from the fitted line at ${plural(residuals.length, 'step')}; ${plural(outliers.length, 'outlier')}`}
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
              { head: 'What is known', text: true },
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

/** Of each stretch of steps the point furthest from the line. */
function decimated(residuals: readonly Residual[]): readonly Residual[] {
  if (residuals.length <= MOST_POINTS) return residuals;
  const each = residuals.length / MOST_POINTS;
  return Array.from({ length: MOST_POINTS }, (_, i) =>
    residuals
      .slice(Math.floor(i * each), Math.floor((i + 1) * each))
      .reduce((far, one) => (Math.abs(one.residual) > Math.abs(far.residual) ? one : far)),
  );
}

function Prefix({ found: { prefix } }: Pick<PartProps, 'found'>) {
  const derived = {
    recorded: 'first real less the sizes of its entries',
    clamped: 'the first entries take more than the first real; they share it',
    heuristic: 'no usage: the known prefix by its density',
    none: 'nothing is known of it',
  }[prefix.source];
  const rows: (readonly [string, string, string])[] = [
    ['Derived', tokens(prefix.derived), derived],
    ...(prefix.fitted === null
      ? []
      : [['Fitted', tokens(prefix.fitted), 'the line where a request holds no entries'] as const]),
    prefix.heuristic === null
      ? ['Recorded', '–', 'the trace holds neither system prompt nor tools']
      : [
          'Heuristic',
          tokens(prefix.heuristic),
          'system prompt and tools as the policy counts them',
        ],
  ];
  return (
    <Section
      id="prefix"
      title="The prefix"
      rule="What every request holds besides its entries: system prompt, tool definitions and what the trace does not show."
    >
      <Figures
        caption="The prefix, told in several ways"
        columns={[{ head: 'Told by', text: true }, { head: 'Tokens' }, { head: 'How', text: true }]}
        rows={rows}
      />
    </Section>
  );
}

function More({
  shown,
  of,
  what,
}: {
  readonly shown: number;
  readonly of: number;
  readonly what: string;
}) {
  if (of <= shown) return null;
  return (
    <p className="mt-1 text-sm text-ink3">
      {formatInteger(shown)} of {formatInteger(of)} {what} shown
    </p>
  );
}
