'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveFile } from '@/components/ui/save-file';
import { tuneClient } from '@/lib/worker/clients/tuning';
import type { SweepEnd } from '@/lib/worker/tune/tune-client';
import { namedSettings } from '@/lib/engine/policy/named-settings';
import { policyOptions } from '@/lib/answers/report/options/policy-options';
import { useCopy } from '../compare/use-copy';
import { proposedSettings } from '../model/proposed';
import { reordered, type TuneSetup } from '../state/tune-setup';

/** Share by which a later recommendation may differ. */
const WITHIN = 0.05;

/** Takes the answer home: as expectations, and as options. */
export function AnswerActions(props: { readonly setup: TuneSetup; readonly end: SweepEnd | null }) {
  const { setup, end } = props;
  const { policy } = setup;
  const settings = proposedSettings(setup, end);
  const [snippet] = policyOptions(policy, settings).snippets;
  const { copied, copy } = useCopy(snippet?.code ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const record = (): void => {
    setFault(null);
    tuneClient()
      .record(recordTask(setup, end), new AbortController().signal)
      .then(
        (yaml) => saveFile('highwater.yaml', 'application/yaml', yaml),
        (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
      );
  };
  return (
    <>
      {fault === null ? null : (
        <p role="alert" className="text-sm text-overflow">
          {fault}
        </p>
      )}
      <Button disabled={end === null} onClick={record}>
        Record expectation
      </Button>
      <Button variant="primary" disabled={end === null} onClick={copy}>
        {copied ? 'Copied' : 'Copy options'}
      </Button>
    </>
  );
}

/** Settings and recommendation of the answer. A window that follows each session's limit stays so. */
function recordTask(setup: TuneSetup, end: SweepEnd | null) {
  const { policy } = setup;
  const settings = proposedSettings(setup, end);
  const swept = reordered(setup.axes);
  const values = swept.map(({ field }): [string, number] => [
    field.key,
    Number(settings[field.key]),
  ]);
  const recommendation = {
    settings: Object.fromEntries(values),
    within: WITHIN,
    vary: swept.map(({ choice: { setting, from, to, step } }) => ({ setting, from, to, step })),
  };
  return {
    settings: { ...namedSettings(policy, settings), ...Object.fromEntries(values) },
    // A check tunes on a grid: of a sample only the settings are held.
    recommendation: end?.recommendation && setup.tune.grid.sample === null ? recommendation : null,
  };
}
