import { formatInteger } from '@/lib/engine/base/format';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import type { OwnPolicy } from '@/lib/analysis/fit/own-policy';
import { defineCause } from '../cause';
import type { CauseContext } from '../context';
import { nameWord, say, type Words } from '@/lib/engine/base/answer/words';

/** The recording shows a setting that its agent was given, against the one that is assumed. */
export const environment = defineCause({
  id: 'environment',
  find(context) {
    const { subject, changes, judged, step } = context;
    const { own } = subject;
    const inferred = own?.inferred ?? null;
    if (own === null || inferred === null || changes.length > 0) return null;
    const decides = judged?.outcome === 'inferred' || assumedDecides(context, own) === false;
    if (!decides) return null;
    const set = variables(own);
    const sentence = say`${inferred.charAt(0).toUpperCase()}${inferred.slice(1)}${set}.`;
    // Evidence that begins with this step says already that it compacted.
    const isOfStep = inferred.startsWith(`step ${formatInteger(step)} compacted `);
    return {
      decides,
      reason: say`${inferred}${set}`,
      ...(isOfStep ? { headline: sentence } : {}),
      clause: sentence,
      evidence: { kind: 'step', step: own.inferredFrom ?? step },
      figures: { assumed: thresholdOf(own, own.assumed) },
    };
  },
});

const thresholdOf = ({ policy }: OwnPolicy, settings: OwnPolicy['settings']): number =>
  policy.decision?.threshold(settings, 0) ?? Infinity;

/** The assumed settings give the same decision; null where nothing is compared. */
function assumedDecides({ judged, decision, compacted }: CauseContext, own: OwnPolicy) {
  const value = judged?.value ?? decision?.value ?? null;
  if (value === null || own.policy.decision === null) return null;
  const fires = reachesThreshold(own.policy.decision, value, thresholdOf(own, own.assumed));
  const did = judged === null ? compacted : judged.outcome === 'reproduced';
  return fires === did;
}

/** "; `CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=80` sets it", where the system's users set it so. */
function variables({ policy, settings, assumed }: OwnPolicy): Words {
  const before = new Set(policy.environment?.(assumed));
  const set = (policy.environment?.(settings) ?? []).filter((line) => !before.has(line));
  return set.length === 1 ? say`; ${nameWord(set[0] ?? '')} sets it` : [];
}
