'use client';

import { useMemo, useState } from 'react';
import { WordsView } from '@/components/ui/text/words-view';
import { badgeOf } from '@/lib/answers/report/systems/badge';
import { PolicyOptions } from '@/components/workbench/parameters/policy-picker';
import { Term, Tooltip } from '@/components/ui/tooltip';
import { formatInteger } from '@/lib/engine/base/format';
import { scenarioView } from '@/lib/answers/report/outcome/scenario-view';
import { wordsText } from '@/lib/engine/base/answer/words';
import { planSession } from '@/lib/readers/scenarios/plan-scenario';
import { policyOfScenario } from '@/lib/readers/scenarios/simulate';
import { CompactionTable } from './compaction-table';
import { fileName } from '@/components/ui/save-file';
import { outcomeOf, type Preview } from './preview';
import { PreviewChart } from './preview-chart';

/** The plan's outcome under its policy: a sentence, counts, a chart and a table. */
export function PreviewPane(props: {
  readonly preview: Preview;
  readonly policyId: string;
  readonly onPolicy: (id: string) => void;
}) {
  const { preview, policyId, onPolicy } = props;
  const [picked, setPicked] = useState(-1);
  const { replay } = preview;
  const last = replay.session.profile.stepCount - 1;
  const first = replay.columns.compacted.indexOf(1);
  const step = picked < 0 || picked > last ? Math.max(0, first) : picked;
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col">
      <PolicyBar policyId={policyId} preview={preview} onPolicy={onPolicy} />
      <Sentence preview={preview} />
      <Counts preview={preview} />
      <PreviewChart preview={preview} step={step} onSelect={setPicked} />
      <CompactionTable preview={preview} step={step} onSelect={setPicked} />
    </section>
  );
}

function PolicyBar(props: {
  readonly policyId: string;
  readonly preview: Preview;
  readonly onPolicy: (id: string) => void;
}) {
  const { policyId, preview, onPolicy } = props;
  const { provenance } = preview.policy;
  const command = commandOf(preview);
  const notices = useMemo(() => {
    const view = scenarioView(planSession(preview.plan).config, { policy: preview.policy.id });
    return view.ok ? view.value.notices : [];
  }, [preview]);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2.5">
      <label className="flex items-center gap-2">
        <span className="text-ink2">Policy</span>
        <select
          aria-label="Policy"
          className="h-7 max-w-80 min-w-0 rounded-md border border-line bg-panel px-1.5 font-medium"
          value={policyId}
          onChange={(event) => onPolicy(event.currentTarget.value)}
        >
          <PolicyOptions text={({ label }) => label} />
        </select>
      </label>
      <Term text={`${provenance.repository} ${provenance.path}`} className="text-sm text-ink3">
        {provenance.version} · {badgeOf(preview.policy).word}
      </Term>
      <Tooltip text={`The same on the command line: ${command}`}>
        <button type="button" className="ml-auto min-h-6 max-w-md min-w-0 cursor-help truncate">
          <code className="text-xs text-ink3">{command}</code>
        </button>
      </Tooltip>
      {notices.map((notice) => (
        <p key={notice} className="basis-full text-sm text-ink2">
          In the workbench: {notice}
        </p>
      ))}
    </div>
  );
}

/** Command that runs the exported file. */
function commandOf({ plan, policy }: Preview): string {
  const own = policyOfScenario(planSession(plan).config);
  const choice = policy.id === own ? '' : ` --policy ${policy.id}`;
  return `highwater simulate ${fileName(plan.name)}${choice}`;
}

function Sentence({ preview }: { readonly preview: Preview }) {
  const words = useMemo(() => outcomeOf(preview), [preview]);
  return (
    <>
      <p data-outcome="" className="max-w-5xl px-4 py-2 text-xl tracking-[-0.012em] text-pretty">
        <WordsView words={words} />
      </p>
      <p className="sr-only" role="status">
        {wordsText(words)}
      </p>
    </>
  );
}

function Counts({ preview }: { readonly preview: Preview }) {
  const { totals, peak, peakProjected, turns, limit } = preview;
  const counts: (readonly [name: string, key: string, value: string])[] = [
    ['Turns', 'turns', formatInteger(turns)],
    ['Steps', 'steps', formatInteger(totals.steps)],
    ['Compactions', 'compactions', formatInteger(totals.stepsCompacted)],
    ['Summariser calls', 'calls', formatInteger(totals.summarizerCalls)],
    ['Overflow steps', 'overflows', formatInteger(totals.overflowSteps)],
    ['Peak, tokens', 'peak', `${peakProjected ? '~' : ''}${formatInteger(peak)}`],
    ['Limit, tokens', 'limit', formatInteger(limit)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1.5 border-b border-line px-4 pb-2.5">
      {counts.map(([name, key, value]) => (
        <div key={key}>
          <dt className="text-xs text-ink3">{name}</dt>
          <dd data-count={key} className="font-mono text-lg">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
