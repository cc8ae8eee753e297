import type { Keep } from '@/lib/analysis/shrink/kept';
import { UsageError } from '../exit-code';
import { parseStep } from '../parse-settings';

/** What `--keep` names. @throws UsageError */
export function parseKeep(text: string): Keep {
  const at = text.indexOf('=');
  const [kind, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'step') return { kind, step: parseStep(value) };
  if (kind === 'finding' && value !== '') return { kind, detector: value };
  if (kind === 'disagreement') return { kind, step: value === '' ? null : parseStep(value) };
  throw new UsageError(
    `--keep wants step=143, finding=<id>, disagreement or disagreement=143, not "${text}".`,
  );
}

/** Steps and entries of `--budget`. @throws UsageError */
export function parseBudget(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new UsageError(`--budget wants steps and entries to replay, as in 3000000, not "${text}".`);
}
