import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';

const folder = scratchFolder();

interface Explained {
  readonly sessions: readonly {
    readonly headline: { readonly text: string; readonly cause: string };
  }[];
}

describe('shrink', () => {
  it('writes a session of two steps that is imported and explained as the incident is', async () => {
    const small = path.join(folder, 'small.json');
    const { code, messages } = await capture([
      'shrink',
      INCIDENT,
      '--keep',
      'step=143',
      '-o',
      small,
    ]);
    expect(code).toBe(0);
    expect(messages).toContain('Kept: step 143, now step 1 (held · refused, overflow,');
    expect(messages).toContain('Steps 144 → 2, entries 289 → 2;');
    expect(messages).toContain('--step 1');
    const cause = async (file: string, step: string): Promise<string | undefined> => {
      const { out } = await capture(['explain', file, '--step', step, '--json']);
      return parsed<Explained>(out).sessions[0]?.headline.cause;
    };
    expect(await cause(small, '1')).toBe('cap-binding');
    expect(await cause(INCIDENT, '143')).toBe('cap-binding');
  });

  it('prints a row of a table of Go tests', async () => {
    const { code, out } = await capture(['shrink', INCIDENT, '--keep', 'step=143', '--go']);
    expect(code).toBe(0);
    expect(out).toContain('settings: settings{window: 200000, cap: 5, factor: 2.5},');
    expect(out).toContain('{contents: 2, heuristicAfterInject: 100, realTokensLoaded: 150000,');
    expect(out.trimEnd().endsWith('},')).toBe(true);
  });

  it('prints facts as JSON, and says when the budget ended first', async () => {
    const args = ['shrink', INCIDENT, '--keep', 'step=143', '--budget', '1', '--json'];
    const { out, messages } = await capture(args);
    expect(messages).toContain('The budget ended first');
    expect(parsed<object>(out)).toMatchObject({
      kept: { what: 'step 143', step: 143, stepNow: 143 },
      steps: { before: 144, after: 144 },
      minimal: false,
    });
  });

  it.each([
    [['--keep', 'all'], '--keep wants step=143, finding=<id>, disagreement'],
    [['--keep', 'step=999'], 'The session has no step 999: its steps are 0 to 143.'],
    [['--keep', 'disagreement'], 'No policy that models its agent watches the recording'],
    [['--keep', 'step=143', '--fault', 'compact@3'], 'the steps of a shrunk session are others'],
    [['--keep', 'step=143', '--budget', '0'], '--budget wants steps and entries'],
    [['--keep', 'step=143', '--policy', 'codex', '--go'], 'is no strategy of ContextGuard'],
    [[], "required option '--keep <what>' not specified"],
  ])('refuses %j as wrong usage', async (args, words) => {
    const { code, messages } = await capture(['shrink', INCIDENT, ...args]);
    expect(messages).toContain(words);
    expect(code).toBe(2);
  });
});
