import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findings } from '@/lib/analysis/detectors/registry';
import { provenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { parseSession } from '@/lib/engine/session/serialize';
import { measureSession } from '@/lib/engine/tokens/measure';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';

interface Printed {
  readonly sessions: readonly {
    readonly policy: string;
    readonly settings: { readonly cap: number };
    readonly findings: readonly Finding[];
  }[];
}

describe('findings', () => {
  it('prints what the function that pages and the API call finds', async () => {
    const { code, out } = await capture(['findings', INCIDENT, '--json']);
    expect(code).toBe(0);
    const [printed] = parsed<Printed>(out).sessions;
    const read = parseSession(JSON.parse(readFileSync(INCIDENT, 'utf8')));
    if (!read.ok) throw new Error(read.error.message);
    const session = read.value;
    const profile = measureSession(session);
    const { policy, settings, prefixTokens } = openSession(session.source, profile);
    const prepared = prepare(profile, prefixTokens);
    const run = replay(prepared, policy, settings);
    const about = { agent: session.source.agent, notices: session.notices };
    const named = (entry: number) => entryName(session.entries[entry] ?? { parts: [] });
    expect(printed?.findings).toEqual(
      findings(run, about, named).map((one) => provenFinding(prepared, run, one)),
    );
    expect(printed?.findings).toHaveLength(7);
  });

  it('prints the incident’s figures in words', async () => {
    const { out } = await capture(['findings', INCIDENT, '--severity', 'warning']);
    expect(out).toContain('ContextGuard threshold: 7 findings. 1 less severe not shown.');
    expect(out).toContain('▲ One step grew by more than the buffer · 143 · error, of the replay');
    expect(out).toContain(
      'Four mcp_connect calls, 69,576 tokens: tracker 9,802 at 31, repository 12,404 at 77, feature-flags 7,298 at 118, dashboards 40,072 at 143.',
    );
    expect(out).not.toContain('Default factor');
    expect(out).toContain('    → Cap 7.5×: cures it; overflows 1 → 0, compactions 0 → 1');
  });

  it('judges another policy and other settings', async () => {
    const args = ['findings', INCIDENT, '--set', 'cap=7.5', '--json'];
    const [printed] = parsed<Printed>((await capture(args)).out).sessions;
    expect(printed).toMatchObject({ policy: 'contextguard-threshold', settings: { cap: 7.5 } });
    const ids = printed?.findings.map(({ detector }) => detector);
    expect(ids).not.toContain('refused-below-threshold');
    const codex = await capture(['findings', INCIDENT, '--policy', 'codex', '--json']);
    expect(parsed<Printed>(codex.out).sessions[0]?.policy).toBe('codex');
  });

  it('ends with 1 where something is as severe as --fail-on says, printed or not', async () => {
    const at = async (...args: readonly string[]): Promise<number> =>
      (await capture(['findings', INCIDENT, ...args])).code;
    expect(await at('--fail-on', 'error')).toBe(1);
    expect(await at('--fail-on', 'info', '--severity', 'error')).toBe(1);
    const calm = await capture([
      'findings',
      'public/samples/kubernetes-agent.json',
      '--fail-on',
      'error',
    ]);
    expect(calm.code).toBe(0);
    expect(await at('--severity', 'error')).toBe(0);
  });

  it('names a wrong severity, and a file that it cannot read', async () => {
    const wrong = await capture(['findings', INCIDENT, '--severity', 'fatal']);
    expect([wrong.code, wrong.messages]).toEqual([
      2,
      expect.stringContaining(
        "argument 'fatal' is invalid. Allowed choices are error, warning, info.",
      ),
    ]);
    expect((await capture(['findings', 'package.json'])).code).toBe(3);
  });
});
