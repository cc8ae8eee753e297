'use client';

import { useId, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/engine/base/format';
import { thresholdSources } from '@/lib/analysis/fit/threshold-sources';
import type { Policy, RegisteredWindow } from '@/lib/engine/policy/policy';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Every operand of the threshold and the limit with its source, and what contradicts it. */
export function ThresholdBlock() {
  const { replay, step, policy } = useLateFrame();
  const { opening, store } = useWorkbench();
  const rows = useMemo(() => thresholdSources(replay, step, opening), [replay, step, opening]);
  const doubts = rows.filter(({ against }) => against !== null).length;
  const { models } = replay.session.profile.head;
  const model = models[replay.session.profile.steps.model[step] ?? -1] ?? '';
  return (
    <details
      className="break-inside-avoid border-t border-line2 py-2.5 not-open:print:hidden"
      data-threshold-sources=""
    >
      <summary className="min-h-6 text-xs leading-6 font-semibold text-ink3">
        Where the threshold comes from
        {doubts === 0 ? null : (
          <span className="float-right text-overflow">{doubts} contradicted</span>
        )}
      </summary>
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        {rows.map(({ id, label, value, source, against }) => (
          <div key={id} className="contents" data-source={id}>
            <dt>
              {label}
              <span className="block text-sm text-ink3">{source}</span>
              {against === null ? null : (
                <span className="block text-sm text-overflow">{against}</span>
              )}
            </dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {opening.own === null ? null : (
        <Button size="small" className="mt-2" onClick={() => store.showQuestion('knobs')}>
          Which setting made it?
        </Button>
      )}
      {policy.registry === undefined ? null : (
        <Registry key={model} policy={policy} lookUp={policy.registry} model={model} />
      )}
    </details>
  );
}

/** The policy's own look-up of a model's window, for a name that can be changed. */
function Registry(props: {
  readonly policy: Policy;
  readonly lookUp: (model: string) => RegisteredWindow;
  /** The model of the step; empty where none is recorded. */
  readonly model: string;
}) {
  const { policy, lookUp, model } = props;
  const { store } = useWorkbench();
  const { settings } = useLateFrame();
  const [name, setName] = useState(model);
  const id = useId();
  const found = lookUp(name.trim());
  const { window } = found;
  const threshold = policy.decision?.threshold({ ...settings, window }, 0) ?? NaN;
  return (
    <div className="mt-2.5" data-registry="">
      <label htmlFor={id} className="block">
        Its own list of models, where no window is set
        <span className="block text-sm text-ink3">compares whole names, as they are written</span>
      </label>
      <input
        id={id}
        value={name}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
        className="mt-1 h-7 w-full rounded border border-line bg-bg px-2 font-mono text-sm"
      />
      <p role="status" className="mt-1 text-sm text-ink2">
        <ForeignText text={registryText(found)} /> Threshold {formatInteger(threshold)}.
      </p>
      <Button
        size="small"
        className="mt-1"
        disabled={settings['window'] === window}
        onClick={() => store.set({ window })}
      >
        Use {formatInteger(window)}
      </Button>
    </div>
  );
}

function registryText({ window, entry, alike }: RegisteredWindow): string {
  if (entry !== null) return `Entry ${entry}: ${formatInteger(window)}.`;
  const near = alike === null ? '' : ` ${alike} begins the same way, but is not used.`;
  return `No entry: the fallback of ${formatInteger(window)}.${near}`;
}
