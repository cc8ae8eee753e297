import { copyFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { capture, parsed } from '../testing/captured-io';

const LONG = 'public/samples/long-session.json';
const INCIDENT = 'public/samples/production-incident.json';

interface Status {
  readonly step: number;
  readonly value: number;
  readonly threshold: number;
  readonly left: Record<'low' | 'median' | 'high', number | null> | null;
  readonly score: Readonly<Record<'compactions' | 'scored' | 'held' | 'error', number>> | null;
}

it('is one line, of the same numbers as its JSON', async () => {
  const { code, out } = await capture(['status', INCIDENT]);
  expect(code).toBe(0);
  const { left, step } = parsed<Status>((await capture(['status', INCIDENT, '--json'])).out);
  expect(step).toBe(143);
  expect(out).toBe(
    `compacts in ${left?.median} steps (80 %: ${left?.low} to ${left?.high}), next request $1.51, cache cold\n`,
  );
});

it('takes of a folder the file that was written last, and reads alone', async () => {
  const folder = scratchFolder();
  copyFileSync(LONG, path.join(folder, 'long.json'));
  copyFileSync(INCIDENT, path.join(folder, 'incident.json'));
  utimesSync(path.join(folder, 'long.json'), 1_000, 1_000);
  utimesSync(path.join(folder, 'incident.json'), 2_000, 2_000);
  const { out } = await capture(['status', folder]);
  expect(out).toBe((await capture(['status', INCIDENT])).out);
});

it('scores its forecasts', async () => {
  const { out } = await capture(['status', LONG, '--score', '--json']);
  const { score } = parsed<Status>(out);
  expect(score).toEqual({ compactions: 4, scored: 270, held: 151, error: 5.5 });
});

it('is told its file by Claude Code on stdin, and says what it needs', async () => {
  const said = JSON.stringify({ transcript_path: path.resolve(INCIDENT), model: { id: 'x' } });
  const { out } = await capture(['status'], said);
  expect(out).toBe((await capture(['status', INCIDENT])).out);
  const { code, messages } = await capture(['status'], '{}');
  expect(code).toBe(2);
  expect(messages).toContain('JSON with "transcript_path"');
  expect((await capture(['status', '/no/such/file'])).code).toBe(3);
});
