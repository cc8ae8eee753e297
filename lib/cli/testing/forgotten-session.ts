import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';

/** A recording whose agent reads two files, is compacted, and reads them again. */
export function forgottenSession(): Session {
  const reads = (real: number): string =>
    ['src/secret-plan.go', 'src/writer.go']
      .map((path, i) => `c read {"path":"${path}"}\nr read "package ${path}"\n-- ${real + i * 500}`)
      .join('\n');
  const cut = '== compact "The work is half done"\nu "go on"\n-- 3000';
  return textSession(`u "repair the reader"\n${reads(9_000)}\n${cut}\n${reads(3_500)}`);
}
