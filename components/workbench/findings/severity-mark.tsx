import type { Severity } from '@/lib/analysis/detectors/finding';

/** Sign and colour of a severity: never the colour alone. */
const marks: Readonly<Record<Severity, readonly [sign: string, className: string]>> = {
  error: ['▲', 'text-overflow'],
  warning: ['◆', 'text-threshold'],
  info: ['○', 'text-ink3'],
};

/** The sign of a finding's severity, named for who cannot see it. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  const [sign, className] = marks[severity];
  return (
    <span className={className}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{severity}: </span>
    </span>
  );
}
