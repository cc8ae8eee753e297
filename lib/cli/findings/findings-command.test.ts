import { describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/analysis/detectors/finding';
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
  it('leaves out what is less severe than asked, and says how many', async () => {
    const { out } = await capture(['findings', INCIDENT, '--severity', 'warning']);
    expect(out).toContain('ContextGuard threshold: 7 findings. 1 less severe not shown.');
    expect(out).not.toContain('Default factor');
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
