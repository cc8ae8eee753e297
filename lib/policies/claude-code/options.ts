/**
 * Claude Code's options: code.claude.com/docs (settings, environment); the formula and the limits of
 * each are in the issues that `policy.ts` names.
 */
import { formatInteger } from '@/lib/base/format';
import { jsonSnippet, type OptionSnippet, type OwnOptions } from '../contract/options';
import { claudeCodeSettings, type ClaudeCodeSettings } from './settings';

/** Least and most that `autoCompactWindow` takes (anthropics/claude-code#42149). */
const LEAST = 100_000;
const MOST = 1_000_000;

const initial = claudeCodeSettings.parse({});

/** The window from which the formula gives an observed threshold; else the window itself. */
function windowOf({ window, observed, maxOutput, outputReserve, margin }: ClaudeCodeSettings) {
  return observed > 0 ? observed + Math.min(maxOutput, outputReserve) + margin : window;
}

function windowNotes(settings: ClaudeCodeSettings, window: number): readonly string[] {
  const notes = [
    `It takes ${formatInteger(LEAST)} to ${formatInteger(MOST)} tokens, and a value above the model’s window has no effect.`,
  ];
  if (window < LEAST || window > MOST) {
    notes.push(`${formatInteger(window)} is outside of that: not settable in Claude Code.`);
  }
  if (settings.observed > 0) {
    notes.push(
      `An observed threshold of ${formatInteger(settings.observed)} is what the formula gives for this window.`,
    );
  }
  return notes;
}

/** Options of Claude Code. */
export function claudeCodeOptions(settings: ClaudeCodeSettings): OwnOptions {
  const { enabled, percent, maxOutput } = settings;
  const window = windowOf(settings);
  const notes = windowNotes(settings, window);
  const sets = ['window', 'observed'];
  const lines: (readonly [string, string | number])[] = [
    ['CLAUDE_CODE_AUTO_COMPACT_WINDOW', window],
  ];
  if (percent > 0) lines.push(['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE', percent]);
  if (maxOutput !== initial.maxOutput) lines.push(['CLAUDE_CODE_MAX_OUTPUT_TOKENS', maxOutput]);
  if (!enabled) lines.push(['DISABLE_AUTO_COMPACT', 1]);
  const environment: OptionSnippet = {
    target: 'Environment',
    language: 'sh',
    file: null,
    by: 'setting',
    code: lines.map(([name, value]) => `export ${name}=${value}\n`).join(''),
    sets: [...sets, 'percent', 'maxOutput', 'enabled'],
    notes: [
      ...notes,
      'The environment goes before settings.json.',
      ...(percent > 0
        ? [
            'The override can only lower the threshold (anthropics/claude-code#31806), and in "env" of settings.json some versions ignore it (#63186).',
          ]
        : []),
    ],
  };
  const place = { target: 'settings.json', file: '~/.claude/settings.json', sets };
  return {
    snippets: [environment, jsonSnippet(place, { autoCompactWindow: window }, notes)],
    fixed: {
      outputReserve: `Reserved for output ${formatInteger(settings.outputReserve)}: a constant of Claude Code, 20,000 from 2.1.25 on.`,
      margin: `Margin ${formatInteger(settings.margin)}: a constant of Claude Code, 13,000.`,
    },
  };
}
