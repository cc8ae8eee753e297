/** OpenCode's options: opencode.json, "compaction" and the limits of a model (lib/conformance/opencode). */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { OpencodeSettings } from './settings';

const RESERVED = 20_000;

const NAMES = 'Put your provider’s and your model’s names in place of PROVIDER and MODEL.';

function options(
  settings: OpencodeSettings,
  tail: {
    readonly pruned: boolean;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly sets: readonly string[];
    readonly fixed: OwnOptions['fixed'];
  },
): OwnOptions {
  const { window, inputLimit, maxOutput, reserved, reservedConfigured, auto, prune } = settings;
  const configured = reservedConfigured || reserved !== RESERVED;
  const compaction = {
    ...when(!auto, { auto }),
    ...when(prune !== tail.pruned, { prune }),
    ...when(configured, { reserved }),
    ...tail.fields,
  };
  const limit = {
    context: window,
    output: maxOutput,
    ...when(inputLimit > 0, { input: inputLimit }),
  };
  const value = {
    $schema: 'https://opencode.ai/config.json',
    ...when(Object.keys(compaction).length > 0, { compaction }),
    provider: { PROVIDER: { models: { MODEL: { limit } } } },
  };
  const sets = ['window', 'inputLimit', 'maxOutput', 'auto', 'prune', ...tail.sets];
  const reserve = configured ? ['reserved', 'reservedConfigured'] : [];
  const unused =
    configured && inputLimit === 0
      ? ['"reserved" has an effect only where the model states an input limit.']
      : [];
  const place = { target: 'opencode.json', file: 'opencode.json', sets: [...sets, ...reserve] };
  return {
    snippets: [jsonSnippet(place, value, [NAMES, ...unused])],
    fixed: {
      observed: `Observed threshold ${formatInteger(settings.observed)}: not settable in OpenCode; it follows from the model’s limits.`,
      pruneProtect: `Newest tool results kept ${formatInteger(settings.pruneProtect)}: a constant, 40,000.`,
      pruneMinimum: `Pruning frees more than ${formatInteger(settings.pruneMinimum)}: a constant, 20,000.`,
      pruneTurns: `Newest turns not pruned ${settings.pruneTurns}: a constant, 2.`,
      ...tail.fixed,
    },
  };
}

/** Options of the first generation. */
export const opencodeOptions = (settings: OpencodeSettings): OwnOptions =>
  options(settings, { pruned: true, fields: {}, sets: [], fixed: {} });

/** Most turns, which stands for as many as fit. */
const ALL_TURNS = 1_000;

/** Options of the generation that keeps a tail; `preserve_recent_tokens` is its least and its most at once. */
export function opencodeTailOptions(
  settings: OpencodeSettings & {
    readonly tailTurns: number;
    readonly tailLeast: number;
    readonly tailMost: number;
  },
): OwnOptions {
  const { tailTurns, tailLeast, tailMost } = settings;
  const isFixed = tailLeast === tailMost;
  const bound = (name: string, tokens: number, constant: string): string =>
    `Tail, at ${name} ${formatInteger(tokens)}: a constant, ${constant}. "preserve_recent_tokens" replaces both bounds by one: set them to the same number.`;
  return options(settings, {
    pruned: false,
    fields: {
      ...when(tailTurns !== ALL_TURNS, { tail_turns: tailTurns }),
      ...when(isFixed, { preserve_recent_tokens: tailMost }),
    },
    sets: ['tailTurns', ...(isFixed ? ['tailLeast', 'tailMost'] : [])],
    fixed: {
      tailCounts: 'The size of a turn is its JSON; the other count is Highwater’s own.',
      ...when(!isFixed, {
        tailLeast: bound('least', tailLeast, '2,000'),
        tailMost: bound('most', tailMost, '15,000'),
      }),
    },
  });
}
