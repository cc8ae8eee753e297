/** A policy written from README alone: summarises at a fraction of the window, keeps a tail. */
import * as z from 'zod';
import { heuristicForm } from '@/lib/engine/policy/decision';
import { planned } from '@/lib/engine/policy/planned-run';
import { definePolicy } from '@/lib/engine/policy/policy';
import { share, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { summarySettings } from '@/lib/engine/policy/summary';

const settings = z.strictObject({
  window: windowSetting({ formula: 'threshold = ⌈fraction × window⌉' }),
  fraction: share.default(0.8).meta({
    label: 'Fraction of the window',
    short: 'Fraction',
    description: 'It compacts at this share of the window',
    formula: 'threshold = ⌈fraction × window⌉',
    advice: 'Lower it where requests overflow before it fires',
    slider: { min: 0.1, max: 1, step: 0.01 },
    notches: [{ value: 0.8, label: '0.8', title: 'The usual share' }],
  }),
  keep: wholeSetting(20, [0, 1_000], {
    label: 'Messages kept',
    description: 'The newest messages stay beside the summary',
  }),
  ...summarySettings.shape,
});

/** Summarises when tokens ≥ fraction × window, keeps the last messages. */
export const fractionTail = definePolicy({
  id: 'fraction-tail',
  label: 'Fraction with a tail',
  provenance: {
    system: 'A stranger',
    repository: 'a stranger’s',
    path: '',
    version: '1',
    basis: 'ours',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    threshold: ({ window, fraction }) => Math.ceil(window * fraction),
    thresholdFormula: ({ window, fraction }) => `${fraction} × ${window}`,
    path: () => ['window', 'fraction'],
    value: [heuristicForm],
  },
  traits: {},
  settings,
  presets: [{ id: 'early', label: 'Early: half of the window', settings: { fraction: 0.5 } }],
  begin: planned({
    value: ({ heuristic }) => heuristic,
    plan: ({ entries, covered, seam }, { keep }) => {
      const cut = seam(entries - keep);
      return cut > covered ? { covered: cut, cap: 4_096 } : null;
    },
  }),
});
