import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import { sizeRows } from './size-rows';

/** Eight steps of 1,000 heuristic tokens each that cost 1,300, from 30,000 on, and a compaction. */
const grown = Array.from({ length: 8 }, (_, i) => `m 4000\n-- ${30_000 + 1_300 * i}`).join('\n');
const claude: ClaimSource = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

function rowsOf(source: ClaimSource, tail: string) {
  const one = textSession(`limit 200000\n${grown}\n${tail}`);
  const profile = measureSession({
    ...one,
    source: { ...one.source, format: source.format },
    compactions: one.compactions.map((compaction) => ({ ...compaction, trigger: 'auto' })),
  });
  return sizeRows(source, profile);
}

describe('the rows of a session', () => {
  it('are its recorded compactions: who wrote, in which version and model, how large', () => {
    const back = 41_000 - 28_700 - 1.3 * 2_250;
    expect(rowsOf(claude, '== compact 9000\n-- 41000')).toEqual([
      ['claude-code', '2.1.40', 'unknown', 30_000, 9_000, Math.round(back), null],
    ]);
  });

  it('hold no text that came back for an agent that puts nothing back', () => {
    const codex = { format: 'codex', agent: 'Codex', agentVersion: '0.169.0' };
    expect(rowsOf(codex, '== compact 9000\n-- 41000')).toEqual([
      ['codex', '0.169.0', 'unknown', 30_000, 9_000, null, null],
    ]);
  });

  it('are none without a request behind the compaction, without its text, or without a policy', () => {
    expect(rowsOf(claude, '== compact 9000')).toEqual([]);
    expect(rowsOf(claude, '== compact 0\n-- 41000')).toEqual([]);
    expect(rowsOf({ ...claude, format: 'x', agent: 'x' }, '== compact 9000\n-- 41000')).toEqual([]);
  });
});
