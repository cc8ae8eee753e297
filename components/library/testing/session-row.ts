import type { SessionRow } from '@/lib/api/contract/contract';
import type { SessionLists } from '@/lib/api/contract/session-lists';

/** A row of the library with defaults for a test. */
export const sessionRow = (change: Partial<SessionRow> = {}): SessionRow => ({
  id: 'aaaaaaaa',
  importId: 'bbbbbbbb',
  name: 'port the parser',
  file: 'session.jsonl',
  format: 'claude-code',
  agent: 'Claude Code',
  lane: 'main',
  sessionId: 's-1',
  parent: null,
  model: 'claude-opus-4-6',
  entries: 40,
  steps: 20,
  peakReal: 100_000,
  peakProjected: false,
  limit: 200_000,
  recordedCompactions: 0,
  opening: { policy: 'claude-code', preset: null, label: 'Claude Code', version: null, own: true },
  compactions: 0,
  overflowSteps: 0,
  findings: 0,
  sparkline: [10, 30, 50],
  generated: false,
  startedAt: 0,
  importedAt: 0,
  ...change,
});

/** Rows as the server lists them, all on one page. */
export function sessionLists(rows: readonly SessionRow[]): SessionLists {
  const columns = Object.keys(sessionRow());
  const listed = (row: SessionRow): readonly unknown[] =>
    Object.values({ ...row, sparkline: row.sparkline.join(' ') });
  return { columns, sessions: rows.map(listed), total: rows.length, next: null };
}
