/** Every recorded compaction of the real traces, projected from what came before it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTrace } from '@/lib/importers/testing/read-trace';
import { knownPrefix } from '@/lib/replay/prepare';
import { measureSession } from '@/lib/tokens/measure';
import { scoreCompactions } from './compaction-score';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

const rows = ['claude-code', 'codex', 'pi'].flatMap((kind) =>
  readdirSync(join(folder, kind)).flatMap((file) => {
    const text = readFileSync(join(folder, kind, file), 'utf8');
    const read = readTrace(text, file.endsWith('.json') ? 'json' : 'jsonl', file);
    if (!read.ok) throw new Error(`${file}: ${read.error.message}`);
    return read.value.sessions
      .filter(({ compactions }) => compactions.length > 0)
      .flatMap((session) => {
        const profile = measureSession(session);
        return scoreCompactions(session.source, profile, knownPrefix(profile)).map((one) => ({
          file,
          ...one,
        }));
      });
  }),
);

test('prints the table', () => {
  for (const one of rows) {
    const error = ((one.projected - one.recorded) / one.recorded) * 100;
    const inside = one.recorded >= one.low && one.recorded <= one.high;
    process.stdout.write(
      `${one.file} ${one.trigger} step ${one.step} first ${one.first} recorded ${one.recorded} projected ${one.projected} [${one.low} ${one.high}] ${error.toFixed(1)} % ${inside ? 'inside' : 'OUTSIDE'} summary ${one.summaryBytes} back ${one.back} rest ${one.rest}\n`,
    );
  }
  expect(rows.length).toBeGreaterThan(0);
});
