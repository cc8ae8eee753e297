import { namedSettings } from '@/lib/engine/policy/named-settings';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Entry } from '@/lib/engine/session/schema';
import { goldenValue, type GoldenValue } from './golden-rows';

/** Fields of a step that say what is decided, and from what; names and meaning are the golden vectors'. */
const fields = [
  'contents',
  'heuristicAfterInject',
  'realTokensLoaded',
  'lastHeuristicLoaded',
  'correction',
  'calibrated',
  'result',
  'threshold',
  'compacted',
  // What a request behind a compaction is made of: the summary, and the contents from the watermark on.
  'watermarkBefore',
  'watermarkAfter',
  'summaryBytes',
] as const;

/**
 * A row of a table of Go tests: settings, the contents by their sizes in bytes, and what is computed of each
 * step. null for a policy that is none of ContextGuard's strategies, whose package is in Go. A value that a
 * step lacks is left out, as Go leaves out zeros.
 */
export function goTestRow(name: string, run: Replay, entries: readonly Entry[]): string | null {
  const { policy, settings, session } = run;
  if (policy.guardState === undefined) return null;
  const { profile, prefixTokens } = session;
  const set = Object.entries(namedSettings(policy, settings)) as [string, GoldenValue][];
  const steps = Array.from({ length: profile.stepCount }, (_, step) =>
    fields.map((field) => [field, goldenValue(profile, run, step, field)] as const),
  );
  return [
    '// Sizes are in bytes of each counted field; steps have the fields of the golden vectors.',
    '{',
    `\tname: ${goLiteral(name)},`,
    `\tpolicy: ${goLiteral(policy.id)},`,
    `\tsettings: settings${structText(set)},`,
    `\tprefixHeuristic: ${prefixTokens},`,
    '\tcontents: []content{',
    ...entries.map((entry) => `\t\t${contentText(entry)},`),
    '\t},',
    '\tsteps: []step{',
    ...steps.map((step) => `\t\t${structText(step)},`),
    '\t},',
    '},',
    '',
  ].join('\n');
}

const structText = (members: readonly (readonly [name: string, value: GoldenValue])[]): string =>
  `{${members
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${goLiteral(value)}`)
    .join(', ')}}`;

const contentText = ({ role, parts }: Entry): string => {
  const sized = parts.flatMap((part) =>
    part.kind === 'sized' ? [`{${goLiteral(part.of)}, []int{${part.sizes.join(', ')}}}`] : [],
  );
  return `{role: ${goLiteral(role)}, parts: []part{${sized.join(', ')}}}`;
};

/** JSON's strings, numbers and booleans are Go's. */
const goLiteral = (value: GoldenValue): string => JSON.stringify(value);
