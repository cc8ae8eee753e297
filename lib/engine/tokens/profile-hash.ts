import { textHash } from '@/lib/engine/base/text-hash';
import type { Profile } from './profile';

/**
 * 28 hexadecimal digits over the numbers of a recording: sizes, counts, reported tokens and recorded
 * compactions. The same for a trace with its texts and without; limit and prefix are not in it,
 * which a user may state.
 */
export function profileHash({ head, entries, steps }: Profile): string {
  const { kinds, calls, inlines, responses } = entries;
  const sizes = Object.keys(kinds)
    .sort()
    .map((kind) => kinds[kind as keyof typeof kinds].join());
  const counts = [calls, inlines, responses, steps.entries, steps.real, steps.output, steps.flags];
  const compactions = head.compactions.map(({ step, kind, summaryBytes }) =>
    [step, kind, summaryBytes].join(' '),
  );
  const text = [
    ...sizes,
    ...counts.map((column) => column.join()),
    steps.ratio?.join() ?? '',
    compactions.join(),
    head.models.join(),
    head.thoughts,
  ].join('\n');
  return [text, `again ${text}`]
    .map((one) => textHash(one).toString(16).padStart(14, '0'))
    .join('');
}
