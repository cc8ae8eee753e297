/**
 * ContextGuard's threshold strategy.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_strategy_threshold.go, commit 113391a.
 *
 * Before each call: replace what the stored summary covers; calibrate the heuristic with the last
 * real count; at or above window − buffer summarise everything (oldest entries are cut to 80 % of
 * the window for the summariser, a failed call leaves the mechanical summary), send summary and
 * continuation only, forget the calibration, and repeat while the raw heuristic is still at or
 * above the threshold. After each call: store the provider's count.
 *
 * The versions before it that summarise everything are presets; what they did otherwise are settings.
 */
import { ThresholdRun } from './run';
import { WatchedThresholdRun } from './watched-run';
import { ThresholdOutcomes } from './outcomes';
import { contextGuardSettings, wrapperBytes, type ContextGuardSettings } from './settings';
import { inlineRule } from '@/lib/engine/mechanisms/estimate';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { guardPrompt } from '@/lib/engine/mechanisms/summary-prompt';
import { bufferDecision, capReach, correctedForm, correctionClamp, factorReach } from './decision';
import { definePolicy } from '@/lib/engine/policy/policy';
import { guardProvenance, latestVectors, thresholdVersions, v1_1_0 } from './versions';
import { variantEstimator } from '@/lib/engine/tokens/estimator';
import { registeredWindow } from './model-registry';

export type { ContextGuardSettings } from './settings';

/** ContextGuard threshold: the latest reference version by default. */
export const contextGuardThreshold = definePolicy({
  id: 'contextguard-threshold',
  label: 'ContextGuard threshold',
  provenance: guardProvenance('compaction_strategy_threshold', 'v1.1.0 (113391a)', {
    golden: latestVectors,
  }),
  decision: {
    ...bufferDecision,
    path: () => ['window', 'cap', 'factor'],
    value: [correctedForm],
    clamp: correctionClamp,
    reach: { cap: capReach, factor: factorReach },
  },
  traits: { summariserCache: 'unshared' },
  guardState: {
    keys: ['summary', 'watermark', 'summarizedAt', 'realTokens', 'lastHeuristic'],
    resets: ({ resetCalibration }) => resetCalibration,
  },
  summariser: guardPrompt((chosen: ContextGuardSettings) => ({
    ...chosen,
    buffer: contextGuardBuffer(chosen.window, chosen.boundary),
    continuation: chosen.quoteRequest ? 'quoting' : 'plain',
  })),
  adds: 'continuation',
  registry: registeredWindow,
  settings: contextGuardSettings,
  presets: [
    { id: 'reference', label: 'Reference defaults', settings: v1_1_0 },
    {
      id: 'conservative',
      label: 'Conservative: no usage reported',
      settings: { cap: 10, factor: 4 },
      provenance: {
        version: 'v1.1.0 (113391a) with a cap of 10 and a factor of 4',
        basis: 'ours',
        note: 'Both are constants of the code: nobody runs this without a patch.',
      },
    },
    { id: 'workaround', label: 'WithMaxTokens(180000)', settings: { window: 180_000 } },
    ...thresholdVersions,
  ],
  form: (given, profile, prefixTokens) => ({
    estimator: variantEstimator(profile, prefixTokens, {
      system: true,
      tools: given.countTools,
      inline: given.countInline || given.images === 'flat' ? inlineRule(given) : 'none',
      other: given.countOther,
    }),
    wrapperBytes: wrapperBytes[given.wrapper],
  }),
  begin: (chosen, input) =>
    input.watching
      ? new WatchedThresholdRun(chosen, input, input.watching)
      : new ThresholdRun(chosen, input),
  outcomes: {
    settings: ['window', 'cap', 'factor', 'floor'],
    // An estimate that decides in place of the own rule learns from what it sees: it has no bounds.
    begin: ({ estimator }, input) => (estimator === 'own' ? new ThresholdOutcomes(input) : null),
  },
});
