import { classNames } from '@/components/ui/class-names';
import type { Severity } from '@/lib/analysis/fit/severities';

const signs: Readonly<Record<Severity, readonly [sign: string, look: string]>> = {
  overflow: ['▲', 'text-overflow'],
  loop: ['↻', 'text-overflow'],
  unexplained: ['?', 'text-warn font-semibold'],
  close: ['●', 'text-warn'],
  compacted: ['◇', 'text-compaction'],
  below: ['', ''],
  brief: ['', ''],
};

/** The sign of a severity; its name stands beside it or in its head. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  const [sign, look] = signs[severity];
  return (
    <span aria-hidden="true" className={classNames('w-4 shrink-0 text-center text-sm', look)}>
      {sign}
    </span>
  );
}
