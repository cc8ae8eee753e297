import { claudeCodeSettings, type CompactingSettings } from './settings';

const initial = claudeCodeSettings.parse({});

/** The window from which the formula gives an observed threshold; else the window itself. */
export function windowOf(settings: CompactingSettings): number {
  const { window, observed, maxOutput, outputReserve, margin } = settings;
  return observed > 0 ? observed + Math.min(maxOutput, outputReserve) + margin : window;
}

/** The variables that bring Claude Code's settings into effect, `NAME=value` each. */
export function environmentOf(settings: CompactingSettings): readonly string[] {
  const { enabled, percent, maxOutput } = settings;
  return [
    `CLAUDE_CODE_AUTO_COMPACT_WINDOW=${windowOf(settings)}`,
    ...(percent > 0 ? [`CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=${percent}`] : []),
    ...(maxOutput === initial.maxOutput ? [] : [`CLAUDE_CODE_MAX_OUTPUT_TOKENS=${maxOutput}`]),
    ...(enabled ? [] : ['DISABLE_AUTO_COMPACT=1']),
  ];
}
