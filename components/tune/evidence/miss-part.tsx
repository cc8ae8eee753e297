'use client';

import { MissCurve } from '@/components/charts/tune/miss-curve';
import { Button } from '@/components/ui/button';
import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { Options } from '@/components/ui/options';
import {
  counted,
  formatFactor,
  formatInteger,
  formatPercent,
  formatRatio,
} from '@/lib/engine/base/format';
import type { TuneSetup } from '../state/tune-setup';
import { missShares, type TuneView } from '../state/tune-view';
import { factorFields } from './factor-fields';
import type { AnsweredRatios } from './use-ratios';

type MissRow = AnsweredRatios['report']['rows'][number];

/** "180,000 · 90 %": tokens, and their share of the window. */
const beside = (tokens: number, window: number): string =>
  `${formatInteger(tokens)} · ${formatPercent(tokens / window)}`;

/** P(miss) by value, the value that a share of misses asks for, and what values would have done. */
export function MissPart(props: {
  readonly setup: TuneSetup;
  readonly answer: AnsweredRatios;
  readonly miss: TuneView['miss'];
  readonly onChange: (part: Partial<TuneView>) => void;
  readonly onUse: (setting: string, value: number) => void;
}) {
  const { setup, answer, miss, onChange, onUse } = props;
  const { report, question } = answer;
  const { rows, curve, steps, clusters } = report;
  const solved = report.solved.find(({ share }) => share === miss);
  const { window, threshold, kind } = question;
  const which = kind === 'first' ? 'first steps' : 'steps at half the window or more';
  if (solved === undefined) {
    return (
      <p className="border-t border-line2 px-4 py-3 text-ink2">
        No recorded session has {which}: P(miss) cannot be told from this corpus.
      </p>
    );
  }
  const fires = Math.ceil(threshold / solved.value);
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line2 px-4 py-3 min-[1000px]:grid-cols-[384px_1fr_1fr]">
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-semibold text-ink3">
          P(miss): {which} whose ratio is above the value, 95 % band over sessions
        </h3>
        <MissCurve
          points={curve}
          target={miss}
          solved={solved.value}
          label={`P(miss) by value of factor or cap; ${formatPercent(miss)} at ${solved.value}`}
        />
        <p className="pl-12 text-xs text-ink2">value of the factor or cap, × →</p>
      </div>
      <div>
        <h3 className="mb-1 text-xs font-semibold text-ink3">Solve</h3>
        <label className="flex items-center gap-2">
          <span className="font-medium">P(miss) ≤</span>
          <select
            value={String(miss)}
            aria-label="Largest P(miss)"
            className="h-7 rounded-md border border-line bg-panel px-1.5 font-mono text-sm"
            onChange={(event) => {
              const share = missShares.find((one) => String(one) === event.currentTarget.value);
              if (share !== undefined) onChange({ miss: share });
            }}
          >
            <Options of={missShares.map((share) => [String(share), formatPercent(share)])} />
          </select>
          <span className="text-sm text-ink2">of {which}</span>
        </label>
        <p data-solved="" className="mt-3 text-2xl font-semibold tracking-tight">
          {formatFactor(solved.value)}
        </p>
        <p className="text-sm text-ink2">
          {Number.isNaN(solved.low)
            ? 'no interval from one cluster'
            : `95 % interval ${formatRatio(solved.low)} – ${formatRatio(solved.high)}`}
          , {counted(steps, 'recorded step')} of {counted(clusters, 'cluster')}
        </p>
        <dl className="mt-3 space-y-1">
          <Line
            name={`Window ${formatInteger(window)}, threshold`}
            text={beside(threshold, window)}
          />
          <Line
            name={`Heuristic that fires at ${formatFactor(solved.value)}`}
            text={beside(fires, window)}
          />
          {question.today.map((value) => (
            <Line
              key={value}
              name={`Heuristic that fires at ${formatFactor(value)}, today`}
              text={beside(Math.ceil(threshold / value), window)}
            />
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          {factorFields(setup.policy).map(({ key, short }) => (
            <Button key={key} size="small" onClick={() => onUse(key, solved.value)}>
              Use as {short.toLowerCase()}
            </Button>
          ))}
        </div>
      </div>
      <div>
        <h3 className="mb-1 text-xs font-semibold text-ink3">Values compared</h3>
        <DataTable
          className="w-full text-sm"
          headClass="text-xs text-ink3"
          rowClass="h-6 border-t border-line2"
          cellClass=""
          columns={[
            {
              id: 'value',
              cell: ({ value }) =>
                `${formatRatio(value)}${question.today.includes(value) ? ', today' : ''}`,
            },
            figureColumn<MissRow>('P(miss)', ({ covered }) => formatPercent(1 - covered)),
            figureColumn<MissRow>('let through', ({ letThrough }) => formatInteger(letThrough)),
            figureColumn<MissRow>('window unused', ({ unused }) =>
              Number.isNaN(unused) ? '–' : beside(unused * question.limit, question.limit),
            ),
          ]}
          rows={rows}
          keyOf={({ value }) => value}
        />
        <p className="mt-2 max-w-[48ch] text-sm text-ink2">
          The ratio contains the prefix that the recording lacks, so it falls as a session grows;
          only {which} count here. Let through: steps above the limit that would not have fired.
          Unused: the median where it fires.
        </p>
      </div>
    </div>
  );
}

const Line = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-ink2">{name}</dt>
    <dd>{text}</dd>
  </div>
);
