import { phaseOf, type UploadItem } from './upload-state';

/** "2 of 5 files · 1 failed": how far a batch of imports is. */
export function importSummary(items: readonly UploadItem[]): string {
  if (items.length === 0) return '';
  const phases = items.map(phaseOf);
  const count = (...wanted: readonly string[]): number =>
    phases.filter((phase) => wanted.includes(phase)).length;
  const done = count('done', 'duplicate');
  const failed = count('failed');
  const cancelled = count('cancelled');
  const files = items.length === 1 ? '1 file' : `${items.length} files`;
  const head = done === items.length ? `${files} imported` : `${done} of ${files} imported`;
  const rest = [
    failed > 0 ? `${failed} failed` : '',
    cancelled > 0 ? `${cancelled} cancelled` : '',
  ].filter(Boolean);
  return [head, ...rest].join(' · ');
}
