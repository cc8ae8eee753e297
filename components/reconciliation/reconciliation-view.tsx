'use client';

import { useMemo } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { SessionRecord } from '@/lib/api/contract/contract';
import { counted, formatFactor, formatInteger, formatRatio } from '@/lib/engine/base/format';
import { prepare } from '@/lib/engine/replay/prepare';
import { reconcile, type Reconciliation } from '@/lib/analysis/score/reconciliation';
import type { RatioRow } from '@/lib/analysis/score/reconciliation-ratios';
import { wholeParts } from '@/lib/analysis/score/reconciliation-sums';
import { usageDoubts } from '@/lib/analysis/detectors/registry';
import { firstSteps, timesOf, type Finding } from '@/lib/analysis/detectors/finding';
import type { Profile } from '@/lib/engine/tokens/profile';
import { Figures, Section } from './figures';
import { FittedLinePart } from './fitted-line-part';
import { More, MOST_ROWS, stepLink, tokens, type PartProps } from './figure-words';

/** Steps listed of a doubt. */
const FIRST = 5;

/** The page of one session's reconciliation. */
export function ReconciliationView(props: {
  readonly record: SessionRecord;
  readonly profile: Profile;
}) {
  const { record, profile } = props;
  const session = useMemo(() => prepare(profile), [profile]);
  const found = useMemo(() => reconcile(session), [session]);
  const doubts = useMemo(
    () => usageDoubts(session, { agent: record.source.agent, notices: record.notices }),
    [session, record],
  );
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
        {verdictOf(found, doubts)}
      </p>
      {profile.steps.ratio === null ? null : (
        <p className="text-ink2">The session was generated: real follows from its ratio.</p>
      )}
      <Doubts doubts={doubts} id={record.row.id} />
      <Sums found={found} id={record.row.id} />
      <Ratios found={found} />
      <FittedLinePart found={found} id={record.row.id} />
      <Prefix found={found} />
    </>
  );
}

function verdictOf(
  { compared, steps, line, outliers }: Reconciliation,
  findings: readonly Finding[],
): string {
  const compare = `${formatInteger(compared)} of ${counted(steps, 'step')} compared`;
  const fit =
    line === null
      ? 'no line can be fitted'
      : `real ≈ ${formatRatio(line.slope)} × heuristic ${line.intercept < 0 ? '−' : '+'} ${tokens(Math.abs(line.intercept))}, r² ${formatRatio(line.r2)}`;
  const doubts =
    findings.length === 0
      ? 'usage records are consistent'
      : counted(findings.length, 'problem') + ' in the usage records';
  return `${compare}: ${fit}; ${counted(outliers.length, 'outlier')}; ${doubts}.`;
}

function Doubts({ doubts, id }: { readonly doubts: readonly Finding[]; readonly id: string }) {
  if (doubts.length === 0) return null;
  return (
    <Section
      id="doubts"
      title="Problems in the usage records"
      rule="Reasons not to rely on recorded counts; every usage record is checked."
    >
      <Figures
        caption="Problems in the usage records"
        columns={[
          { head: 'Finding', text: true },
          { head: 'Times' },
          { head: 'First steps', text: true },
        ]}
        rows={doubts.map((doubt) => [
          <span key="m" className="whitespace-normal">
            <ForeignText text={doubt.sentence} />
          </span>,
          formatInteger(timesOf(doubt)),
          <span key="s" className="flex gap-2">
            {firstSteps(doubt, FIRST).map((step) => stepLink(id, step))}
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
            ...wholeParts([
              sum.prefix,
              sum.kept,
              sum.reinjected,
              sum.entries,
              sum.thoughts,
              sum.hidden,
            ]).map(tokens),
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

function RatioTable(props: {
  readonly caption: string;
  readonly head: string;
  readonly n: string;
  readonly rows: readonly RatioRow[];
}) {
  const { caption, head, n, rows } = props;
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
        <ForeignText key="name" text={row.name} />,
        formatInteger(row.n),
        tokens(row.real),
        tokens(row.heuristic),
        Number.isFinite(row.ratio) ? formatFactor(row.ratio) : '–',
      ])}
    />
  );
}

function Prefix({ found: { prefix } }: Pick<PartProps, 'found'>) {
  const derived = {
    recorded: 'first real less the sizes of its entries',
    prior:
      'the recording starts in the middle: what a whole session of this agent begins with; the rest is an unknown head',
    learnt:
      'the recording starts in the middle: the first request behind its first compaction, less what is seen of it',
    clamped: 'the first entries measure more than the first real; they share it',
    heuristic: 'no usage: the known prefix by its density',
    none: 'unknown',
  }[prefix.source];
  const rows: (readonly [string, string, string])[] = [
    ['Derived', tokens(prefix.derived), derived],
    ...(prefix.fitted === null
      ? []
      : [
          [
            'Fitted',
            prefix.fitted < 0 ? 'none' : tokens(prefix.fitted),
            prefix.fitted < 0
              ? 'the line falls below zero where a request holds no entries: no prefix'
              : 'the line where a request holds no entries',
          ] as const,
        ]),
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
      rule="The part of every request outside its entries: system prompt, tool definitions and content missing from the trace."
    >
      <Figures
        caption="The prefix, from each source"
        columns={[
          { head: 'Source', text: true },
          { head: 'Tokens' },
          { head: 'Method', text: true },
        ]}
        rows={rows}
      />
    </Section>
  );
}
