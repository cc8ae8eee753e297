/**
 * Claude Code's options: code.claude.com/docs (settings, environment); the formula and the limits of
 * each are in the issues that `policy.ts` names.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, jsonSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import { environmentOf, windowOf } from './environment';
import type { DocumentedSettings } from './documented';
import type { CompactingSettings } from './settings';
import type { TiersSettings } from './tiers';

/** Least and most that `autoCompactWindow` takes (anthropics/claude-code#42149). */
const LEAST = 100_000;
const MOST = 1_000_000;

const OVERRIDE =
  'The override can only lower the threshold (anthropics/claude-code#31806), and in "env" of settings.json some versions ignore it (#63186).';

function windowNotes(settings: CompactingSettings, window: number): readonly string[] {
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

/** Tiers are constants of the program, or of a version that has them. */
const TIERS: Readonly<Record<string, string>> = {
  results: 'Whether old results are cleared came with the version: recorded in 2.1.20.',
  resultsLead: 'Where results are cleared is a constant of Claude Code.',
  resultsKeep: 'How many results stay is a constant of Claude Code, 40,000 tokens.',
  resultsLeast: 'What a clearing must win is a constant of Claude Code, 20,000 tokens.',
  memory: 'Whether it has a session memory came with the version: recorded in 2.1.185.',
  memoryKeep: 'What stays beside the session memory is a constant of Claude Code.',
  memoryBytes: 'How long the session memory gets, the model decides.',
};

/** Options of Claude Code's tiers: none of its own but the window's. */
export function tiersOptions(settings: TiersSettings): OwnOptions {
  const { snippets, fixed } = claudeCodeOptions(settings);
  return { snippets, fixed: { ...fixed, ...TIERS } };
}

/** Options of Claude Code. */
export function claudeCodeOptions(settings: CompactingSettings): OwnOptions {
  const { percent } = settings;
  const window = windowOf(settings);
  const notes = windowNotes(settings, window);
  const sets = ['window', 'observed'];
  const environment = codeSnippet(
    { target: 'Environment', language: 'sh', sets: [...sets, 'percent', 'maxOutput', 'enabled'] },
    environmentOf(settings).map((line) => `export ${line}`),
    [...notes, 'The environment goes before settings.json.', ...(percent > 0 ? [OVERRIDE] : [])],
  );
  const place = { target: 'settings.json', file: '~/.claude/settings.json', sets };
  return {
    snippets: [environment, jsonSnippet(place, { autoCompactWindow: window }, notes)],
    fixed: {
      outputReserve: `Reserved for output ${formatInteger(settings.outputReserve)}: a constant of Claude Code, 20,000 from 2.1.21 on.`,
      siblings: 'What of a response counts twice came with the version, 2.1.75.',
      wholeCounts:
        'Whether it knows a response’s whole count came with the version: it did not from 2.1.14 to 2.1.29.',
      margin: `Margin ${formatInteger(settings.margin)}: a constant of Claude Code, 13,000.`,
    },
  };
}

/** Goat's table of Claude Code's constants: none of them is an option. */
export const documentedOptions = ({ utilization, preserve }: DocumentedSettings): OwnOptions => ({
  snippets: [],
  fixed: {
    window: 'The window is the model’s; the options of the policy “Claude Code” lower it.',
    utilization: `Threshold ${utilization}: of Goat’s table, not of Claude Code.`,
    preserve: `Preserved share ${preserve}: of Goat’s table, not of Claude Code.`,
    summaryCap: 'The cap of the summary is of Goat’s table, not of Claude Code.',
  },
});
