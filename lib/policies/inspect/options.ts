/** Inspect's options: the arguments of its compaction strategies. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { InspectSettings } from './settings';

const classes = {
  summary: 'CompactionSummary',
  trim: 'CompactionTrim',
  edit: 'CompactionEdit',
} as const;

const place = {
  target: 'react',
  language: 'python',
  sets: ['strategy', 'share', 'preserve', 'keepToolUses'],
} as const;
const AUTO = 'CompactionAuto tries the provider’s own compaction first.';

/** A whole number would be one of tokens. */
const decimal = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value);

/** Options of Inspect. */
export function inspectOptions(settings: InspectSettings): OwnOptions {
  const { window, strategy, share, preserve, keepToolUses } = settings;
  const more = {
    summary: '',
    trim: `, preserve=${preserve}`,
    edit: `, keep_tool_uses=${keepToolUses}`,
  }[strategy];
  const code = `react(compaction=${classes[strategy]}(threshold=${decimal(share)}${more}))`;
  return {
    snippets: [codeSnippet(place, [code], strategy === 'summary' ? [AUTO] : [])],
    fixed: {
      window: `Input tokens ${formatInteger(window)}: those of the model in Inspect’s own list, 128,000 where it has none.`,
      summaryCap: 'Inspect sets no cap; the model’s own max_tokens is one.',
    },
  };
}
