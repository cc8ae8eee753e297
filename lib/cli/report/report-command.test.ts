import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (...args: readonly string[]) => capture(['report', INCIDENT, ...args]);

describe('highwater report', () => {
  it('writes a file in the form that its ending names, once', async () => {
    const file = path.join(folder, 'chart.svg');
    const { code, out, messages } = await report('-o', file);
    expect([code, out, messages]).toEqual([0, '', `Wrote ${file}.\n`]);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(await report('-o', file)).toMatchObject({
      code: 2,
      messages: expect.stringContaining('exists already') as string,
    });
  });

  it('holds the tools’ names only where they are asked for', async () => {
    expect((await report('--format', 'md')).out).not.toContain('mcp');
    expect((await report('--format', 'md', '--texts')).out).toContain(
      String.raw`right after mcp\_connect.`,
    );
  });

  it('masks secrets among the names', async () => {
    // Put together here, so that no scanner of this repository takes it for real.
    const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
    const text = readFileSync(INCIDENT, 'utf8').replaceAll('"mcp_connect"', JSON.stringify(token));
    const file = path.join(folder, 'secret.json');
    writeFileSync(file, text);
    const { out } = await capture(['report', file, '--texts']);
    expect(out).not.toContain(token);
    expect(out).toContain('[GitHub token, 40 characters, masked]');
  });

  it.each([
    [['--format', 'pdf'], '--format is one of html, md, svg, csv, ndjson, not "pdf".'],
    [['--format', 'png'], 'A PNG is drawn by a browser'],
    [['-o', 'chart.PNG'], 'write the chart as SVG (-o chart.svg)'],
    [['--step', '144'], 'The session has no step 144: its steps are 0 to 143.'],
    [['--steps', '9-3'], '--steps wants two steps as in 100-143, not "9-3".'],
    [['--steps', '0-144'], 'The session has no step 144'],
    [['--note', 'late'], '--note wants a step and a text'],
  ])('refuses %j', async (args, message) => {
    const { code, messages } = await report(...args);
    expect([code, messages]).toEqual([2, expect.stringContaining(message)]);
  });

  it('asks which session of several it is of', async () => {
    const several = 'lib/readers/importers/formats/canonical/fixtures/canonical/several.json';
    const { code, messages } = await capture(['report', several]);
    expect([code, messages]).toEqual([
      2,
      expect.stringContaining(
        'The file holds 2 sessions; choose one with --session: 1 One; 2 Two.',
      ),
    ]);
    expect((await capture(['report', several, '--session', 'Two', '--texts'])).out).toContain(
      '· Two ·',
    );
  });
});
