/**
 * `ContextWindowStrategy` of Microsoft's Agent Framework for Go: microsoft/agent-framework-go, agent/compaction/contextwindow.go at
 * 252b3885 (2026-06-18), truncation.go at 91253503, strategy.go, toolresult.go and trigger.go at b0b93a56.
 *
 * Before each model call bytes ÷ 4 of the messages are compared with 0.8 of the window less the output. Above it the oldest
 * groups (a message; a call with its results) leave without a summary until it is no longer above, but never the newest 2.
 *
 * From the source, not run. Not modelled: above 0.5 of the budget the groups of a call but the newest 2 groups become one
 * message each, which repeats the results' texts, so that hardly anything is saved. Instructions are not in the count.
 */
import type * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { withoutPrefixForm } from '@/lib/engine/policy/decision';
import type { Mechanism } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { wholeSetting } from '@/lib/engine/policy/settings';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { newestGroups } from './dotnet';
import { partOf, windowSettings } from './settings';

const settings = windowSettings.omit({ eviction: true, dropsEarly: true }).extend({
  keep: wholeSetting(2, [1, 1_000_000], {
    label: 'Groups that are never dropped',
    unit: 'groups',
    description: 'MinimumPreservedGroups, a constant of the strategy',
    advice: 'Leave it: with fewer the newest call may lose its results',
  }),
});
export type GoSettings = z.infer<typeof settings>;

const threshold = (chosen: GoSettings): number => partOf(chosen, chosen.truncation);

const mechanisms: readonly Mechanism<GoSettings>[] = [
  {
    name: 'Truncation',
    does: 'drops',
    trigger: threshold,
    target: threshold,
    keeps: (request, { keep }) => newestGroups(request, keep),
  },
];

/** The Agent Framework for Go. */
export const agentFrameworkGo = definePolicy({
  id: 'agent-framework-go',
  label: 'Agent Framework Go',
  provenance: {
    system: 'Microsoft Agent Framework',
    repository: 'github.com/microsoft/agent-framework-go',
    path: 'agent/compaction/contextwindow.go',
    version: '252b3885 (2026-06-18)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trunc(truncation × (window − maxOutput))',
    threshold,
    thresholdFormula: ({ window, maxOutput, truncation }) =>
      `${truncation} × (${formatInteger(window)} − ${formatInteger(maxOutput)})`,
    path: () => ['window', 'truncation', 'maxOutput'],
    value: [withoutPrefixForm],
    ownCount: true,
  },
  traits: { keepsTail: true },
  mechanisms,
  settings,
  presets: [{ id: 'reference', label: 'Drops above 0.8 of the budget', settings: {} }],
  form: formOf(referenceEstimator),
  begin: pipeline({ value: ({ heuristic, prefix }) => heuristic - prefix, mechanisms }),
});
