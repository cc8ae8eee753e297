import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import type { Session } from '@/lib/engine/session/schema';
import type { ReceiptLine } from './receipt';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** The manifest's counts of a trace; null for those it lacks. */
interface Counts {
  readonly calls: number | null;
  readonly largest: number | null;
  readonly compactions: number;
}

/** Rows of the manifest's tables, by path; a folder's path ends without a slash. */
const manifest = new Map(
  readFileSync(join(folder, 'MANIFEST.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [\w-]+\//.test(line))
    .map((line): readonly [string, Counts] => {
      const [, path = '', , calls, largest, compactions] = line
        .split('|')
        .map((cell) => cell.trim());
      const count = (cell = ''): number | null => (cell === '-' ? null : Number(cell));
      return [
        path.replace(/\/ \(\d+ files\)$/, ''),
        { calls: count(calls), largest: count(largest), compactions: Number(compactions) },
      ];
    }),
);

/** Counts that differ from the manifest's, with the reason. */
interface Explained extends Partial<Counts> {
  readonly reason: string;
}

const BY_HAND = 'the manifest counts no calls of this format; counted by hand, message by message';

const explained: Readonly<Record<string, Explained>> = {
  'codex/gpt-5.4__git-sync-50cf769213-0.jsonl': {
    calls: 218,
    reason: 'one call more: the user interrupted it 0.6 s after it was sent, no count came',
  },
  'codex/gpt-5.6-sol__entire-graph-18f6ff334a-0.jsonl': {
    calls: 141,
    reason: 'one call more: the file was copied while its tool ran, before its count was written',
  },
  'pi/pi-mono__before-compaction.jsonl': {
    calls: 484,
    reason: '13 calls more that ended without reporting a token',
  },
  'pi/pi-mono__large-session.jsonl': {
    calls: 453,
    reason: '14 calls more without a token, and one that broke off with an error after some',
  },
  'adk-json/adk-python__context_update.session.json': { calls: 3, reason: BY_HAND },
  'adk-json/adk-python__flow_complex_spark.session.json': { calls: 6, reason: BY_HAND },
  'adk-json/adk-samples__customer-service-123.session.json': { calls: 17, reason: BY_HAND },
  'adk-json/adk-samples__image_search_denim_skirt.session.json': { calls: 16, reason: BY_HAND },
  'adk-json/adk-samples__text_search_floral_dress.session.json': { calls: 20, reason: BY_HAND },
  'inspect/inspect_ai__2025-05-12T20-27-36-04-00_browser.json': {
    ...{ calls: 5, largest: 5_915, reason: BY_HAND },
  },
  'inspect/inspect_ai__2025-05-12T20-28-26-04-00_security-guide.json': {
    ...{ calls: 6, largest: 268, reason: `${BY_HAND}, the grader’s among them` },
  },
  'langfuse/langfuse__agno-2025-06-11.trace.json': {
    calls: 2,
    largest: 663,
    reason:
      'each call is recorded twice: by a wrapper, whose 1,568 Langfuse estimated, and by the generation in it, where the provider says 663',
  },
  'langfuse/langfuse__vercel-aisdk-2025-11-17.trace.json': {
    calls: 1,
    reason: 'ai.generateText only wraps its .doGenerate: one call, not two',
  },
  'cline/cline-sdk.basic.compaction.json': {
    calls: 5,
    compactions: 1,
    reason: `${BY_HAND}; the file is what a manual compaction left, without usage`,
  },
  'cline/cline-sdk.session.messages.json': { calls: 16, largest: 51_852, reason: BY_HAND },
};

/** Everything the manifest lists, and everything that lies in the folder. */
const paths = [...manifest.keys()];
const found = readdirSync(folder).flatMap((group) =>
  statSync(join(folder, group)).isDirectory()
    ? readdirSync(join(folder, group)).map((name) => `${group}/${name}`)
    : [],
);

const sum = (lines: readonly ReceiptLine[]): number =>
  lines.reduce((records, line) => records + line.records, 0);

/**
 * True for sessions that come on top: of Claude Code the manifest counts only a file's own calls,
 * not those of its sub-agents.
 */
const isExtra = ({ source }: Session): boolean =>
  source.format === 'claude-code' && source.parent?.relation === 'subagent';

const rows: (readonly (string | number)[])[] = [
  ...[['file', 'format', 'with usage', 'without', 'largest', 'compactions']],
].map((row) => [...row, 'read =', 'kept +', 'merged +', 'dropped', 'against the manifest']);

test('the manifest lists every file', () => {
  expect(found.toSorted()).toEqual(paths.toSorted());
  expect(Object.keys(explained).filter((path) => !manifest.has(path))).toEqual([]);
});

describe.each(paths)('%s', (path) => {
  test('has the calls, largest prompt and compactions of the manifest, and a receipt', async () => {
    const trace = await loadTrace(join(folder, path));
    if (!trace.ok) throw new Error(trace.error.message);
    const { sessions, receipt, importer } = trace.value;
    const own = sessions.filter((session) => !isExtra(session));
    const steps = own.flatMap((session) => session.steps);
    const prompts = steps.flatMap(({ real }) => (real === null ? [] : [real]));
    const counts: Counts = {
      calls: steps.length,
      largest: prompts.length === 0 ? null : Math.max(...prompts),
      compactions: own.reduce((n, session) => n + session.compactions.length, 0),
    };
    const [merged, dropped] = [sum(receipt.merged), sum(receipt.dropped)];
    const { reason, ...differing } = explained[path] ?? { reason: null };
    rows.push([
      ...[path, importer, prompts.length, steps.length - prompts.length, counts.largest ?? '–'],
      ...[counts.compactions, receipt.read, receipt.kept, merged, dropped, reason ?? 'equal'],
    ]);
    expect(counts).toEqual({ ...manifest.get(path), ...differing });
    expect(receipt.read).toBe(receipt.kept + merged + dropped);
    // A needless explanation would hide the next difference.
    if (reason !== null) expect(counts).not.toEqual(manifest.get(path));
  });
});

afterAll(() => {
  const table = rows.map((row) => row.map((cell) => cell.toLocaleString('en')));
  const widths = (table[0] ?? []).map((_, i) =>
    Math.max(...table.map((row) => row[i]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row.map((cell, i) =>
      /^[\d,–]+$/.test(cell) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
    ),
  );
  process.stdout.write(`\n${lines.map((line) => line.join('  ').trimEnd()).join('\n')}\n`);
});
