import { namedSettings } from '@/lib/engine/policy/named-settings';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import type { Replay } from '@/lib/engine/replay/replay';

/** Texts that a shell takes as they are. */
const PLAIN = /^[\w@%+=:,./*-]+$/;

const quoted = (text: string): string =>
  PLAIN.test(text) && !text.includes('*') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Options of the command line that ask for a replay again. */
export function questionArguments({
  policy,
  settings,
  faults,
}: Pick<Replay, 'policy' | 'settings' | 'faults'>): readonly string[] {
  return [
    '--policy',
    policy.id,
    ...Object.entries(namedSettings(policy, settings)).flatMap(([key, value]) => [
      '--set',
      `${key}=${String(value)}`,
    ]),
    ...faults.flatMap(({ fault }) => ['--fault', formatFault(fault)]),
  ];
}

/** The command that explains a step of the same replay; the trace's own name stays out of it. */
export const commandOf = ({ run }: { readonly run: Replay }, step: number): string =>
  ['highwater', 'explain', 'trace.jsonl', ...questionArguments(run), '--step', String(step)]
    .map(quoted)
    .join(' ');
