'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveFile } from '@/components/ui/save-file';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { useKeepPromise } from '@/lib/api/queries/promise-queries';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import type { SweepEnd } from '@/lib/worker/tune/tune-sweep';
import { namedSettings } from '@/lib/engine/policy/named-settings';
import { policyOptions } from '@/lib/answers/report/options/policy-options';
import { useCopy } from '../compare/use-copy';
import { proposedSettings } from '../model/proposed';
import type { Preference } from '@/lib/tuning/recommend/preference-words';
import { reordered, type TuneSetup } from '../state/tune-setup';
import type { TunedCorpus } from '../state/tuned-row';

/** Share by which a later recommendation may differ. */
const WITHIN = 0.05;

/** Takes the answer home: as expectations, and as options. */
export function AnswerActions(props: {
  readonly setup: TuneSetup;
  readonly end: SweepEnd | null;
  /** The row that is tuned; what is taken of its answer is kept as a promise. */
  readonly row: TunedCorpus['row'];
  readonly prices: GivenPrices;
  readonly prefer: Preference;
}) {
  const { setup, end, row, prices, prefer } = props;
  const { policy } = setup;
  const settings = proposedSettings(setup, end);
  const [snippet] = policyOptions(policy, settings).snippets;
  const { copied, copy } = useCopy(snippet?.code ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const { mutateAsync: keep } = useKeepPromise();
  /** Keeps what the answer promises before it is taken away. */
  const promised = async (): Promise<SettingsPromise | null> => {
    const preset = row?.policy === policy.id ? row.preset : null;
    const of = { preset, limit: row?.limit ?? null };
    const promise = await tuneClient.call((tuner) => tuner.promise(of, prices));
    if (promise !== null) await keep(promise);
    return promise;
  };
  const attempt = (work: Promise<void>): void => {
    setFault(null);
    work.catch((error: unknown) =>
      setFault(error instanceof Error ? error.message : String(error)),
    );
  };
  const record = async (): Promise<void> => {
    const task = { ...recordTask(setup, end, prefer), promise: await promised() };
    const yaml = await tuneClient.call((tuner) => tuner.record(task));
    saveFile('highwater.yaml', 'application/yaml', yaml);
  };
  const take = async (): Promise<void> => {
    copy();
    await promised();
  };
  return (
    <>
      {fault === null ? null : (
        <p role="alert" className="text-sm text-overflow">
          {fault}
        </p>
      )}
      <Button disabled={end === null} onClick={() => attempt(record())}>
        Record expectation
      </Button>
      <Button variant="primary" disabled={end === null} onClick={() => attempt(take())}>
        {copied ? 'Copied' : 'Copy options'}
      </Button>
    </>
  );
}

/** Settings and recommendation of the answer. A window that follows each session's limit stays so. */
function recordTask(setup: TuneSetup, end: SweepEnd | null, prefer: Preference) {
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
    // A check tunes on a grid by compactions: of a sample, or a cost, only the settings are held.
    recommendation:
      end?.recommendation && setup.tune.grid.sample === null && prefer === 'compactions'
        ? recommendation
        : null,
  };
}
