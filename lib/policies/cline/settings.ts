import * as z from 'zod';
import type { Decision, SettingReach, ValueForm } from '@/lib/engine/policy/decision';
import {
  cappedSummary,
  numberSetting,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Share of a window that may be input, where the catalogue names no input limit. */
const INPUT_SHARE = 0.9;
/** Share of the input limit at which it compacts. */
const TRIGGER = 0.9;
/** Shares that a compaction aims at: of the trigger; of the input limit in a longer conversation. */
const TARGET = 0.7;
const LONG_TARGET = 0.5;

/** Settings of Cline's compaction. */
export const clineSettings = z.strictObject({
  window: windowSetting(),
  maxInput: tokenSetting(0, {
    label: 'Input limit of the model',
    description: 'maxInputTokens of the catalogue. 0: 90 % of the window',
  }),
  maxOutput: tokenSetting(8_192, {
    label: 'Largest output of the model',
    description:
      'maxTokens; of 5 exchanges on, one below the input limit makes the target half of it',
  }),
  cap: numberSetting(4, [1, 1_000], {
    label: 'Correction cap',
    short: 'Cap',
    unit: '×',
    slider: { min: 1, max: 10, step: 0.1 },
    description: 'The most that last real ÷ estimate corrects',
  }),
  keep: tokenSetting(20_000, {
    label: 'Kept at least',
    description: 'preserveRecentTokens, by the estimate',
  }),
  fixed: wholeSetting(0, [0, 100_000_000], {
    label: 'System prompt and tools',
    unit: 'characters',
    description: 'Of their JSON, which no file of Cline holds. 0: estimated from the recording',
    advice:
      'Set it where the JSON of prompt and tools is known: the count is then exact to the token',
  }),
  ...cappedSummary('Or the largest output, where that is less'),
});
export type ClineSettings = z.infer<typeof clineSettings>;

type Limits = Pick<ClineSettings, 'window' | 'maxInput'>;

/** Input limit of the model. */
const inputLimit = ({ window, maxInput }: Limits): number =>
  maxInput > 0 ? Math.min(maxInput, window) : window * INPUT_SHARE;

/** Estimated tokens of a request that a compaction aims at, under a correction. */
export function targetTokens(settings: ClineSettings, correction: number, pairs: number): number {
  const limit = inputLimit(settings) / correction;
  const trigger = limit * TRIGGER;
  const long = pairs >= LONG_CONVERSATION && settings.maxOutput < limit;
  const wanted = long ? Math.floor(limit * LONG_TARGET) : Math.floor(trigger * TARGET);
  return Math.max(1, Math.min(wanted, limit, Math.max(1, trigger - 1)));
}

/** Exchanges from which on a conversation is a longer one. */
export const LONG_CONVERSATION = 5;

/** An estimate, corrected by the newest real: last real ÷ estimate between 1 and the cap. */
export const corrected = (estimate: number, lastReal: number, cap: number): number =>
  Math.max(estimate, Math.min(lastReal, cap * estimate));

type Cap = Pick<ClineSettings, 'cap'>;

const form: ValueForm<Cap> = {
  formula: (_operands, { cap }) => `max(estimate, min(last real, ${cap} × estimate))`,
  reads: ['cap'],
  value: ({ heuristic, lastReal }, { cap }) =>
    corrected(heuristic, Number.isNaN(lastReal) ? 0 : lastReal, cap),
  decidedBy: ({ heuristic, lastReal, calibrated }) => {
    if (calibrated === heuristic) return 'heuristic';
    return calibrated === lastReal ? 'last real' : 'calibrated';
  },
};

/** The cap binds where the last real is above so many times the estimate. */
const capReach: SettingReach<Cap> = {
  at: ({ heuristic, lastReal }, { cap }) => lastReal > cap * heuristic,
  some: 'limits',
  none: 'limits no step',
  why: ({ heuristic, lastReal }, _settings, threshold) => {
    if (heuristic >= threshold) return 'no: the estimate alone fires';
    return lastReal >= threshold ? 'no: last real fires already' : 'no: last real is too low';
  },
};

/** The corrected estimate of the request against 90 % of the input limit. */
export const clineDecision: Decision<ClineSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule:
    'threshold = ceil(0.9 × input limit); input limit = the catalogue’s, else from the window',
  threshold: (settings) => Math.ceil(inputLimit(settings) * TRIGGER),
  path: ({ maxInput }) => [maxInput > 0 ? 'maxInput' : 'window', 'cap'],
  value: [form],
  reach: { cap: capReach },
  lastReal: 'Input tokens of the turn’s last request',
};
