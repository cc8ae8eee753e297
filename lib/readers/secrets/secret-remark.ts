import { formatInteger } from '@/lib/engine/base/format';
import { secretName } from '@/lib/engine/session/secret-names';
import type { SecretCount } from './secret-counter';

/** One sentence for a receipt; null without secrets. */
export function secretRemark(counts: Readonly<Record<string, SecretCount>>): string | null {
  const found = Object.entries(counts).map(([rule, { distinct, places }]) => {
    const what = `${formatInteger(distinct)} ${secretName(rule, distinct)}`;
    return places === distinct ? what : `${what} (in ${formatInteger(places)} places)`;
  });
  if (found.length === 0) return null;
  return `Secrets in the texts, masked on every page: ${found.join(', ')}.`;
}
