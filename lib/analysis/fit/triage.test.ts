import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownFindings } from '@/lib/analysis/detectors/own-findings';
import { readTrace } from '@/lib/readers/importers/testing/read-trace';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { ClaimSource } from './claimed-policy';
import { openedRun } from './opened/opened-run';
import { triage } from './triage';

const claude: ClaimSource = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };
const painter: ClaimSource = { format: 'picture', agent: 'Painter', agentVersion: null };

/** Requests of 165,000 and 166,100 at a limit of 200,000 and a threshold of 167,000. */
const before = 'limit 200000\nu 400\n-- 165000\nm 400\nu 4000\n-- 166100\nm 400';

function judged(text: string, source = claude) {
  const opened = openedRun(source, measureSession(textSession(text)));
  const head = { source: { ...textSession(text).source, ...source }, notices: [] };
  return triage(opened, ownFindings(head, opened, null));
}

describe('what a session needs of its reader', () => {
  it.each([
    [
      `${before}\nu 400\n-- 200819 > 200000`,
      'overflow',
      'Refused at step 2: 200,819 of 200,000 tokens; it never compacted. Held 700 below its threshold.',
    ],
    [
      `${before}\nu 8000\n-- 201000`,
      'overflow',
      'Over its limit at step 2: 201,000 of 200,000 tokens; it never compacted. Its policy compacts there.',
    ],
    [
      `${before}\nu 4000\n== compact 400 auto\n-- 166900`,
      'loop',
      'Compacted at step 2, as its policy does; nothing overflowed. 166,100 tokens before, 166,900 after: step 2.',
    ],
    [
      `${before}\nu 400\n== compact 400 auto\n-- 30000`,
      'unexplained',
      'Compacted at step 2, where its policy does not; nothing overflowed. At step 2 it was 700 below its threshold.',
    ],
    [
      `${before}\nu 8000\n-- 168000`,
      'unexplained',
      'Never compacted, though its policy asked for it at step 2; nothing overflowed. At step 2 it counted 168,200 of 167,000.',
    ],
    [
      `${before}\nu 4\n-- 166200`,
      'close',
      'Never compacted; nothing overflowed. Held 799 below its threshold at step 2.',
    ],
    [
      `${before}\nu 4000\n== compact 400 auto\n-- 30000`,
      'compacted',
      'Compacted at step 2, as its policy does; nothing overflowed.',
    ],
    [
      `${before}\nu 400\n== compact 400 manual\n-- 30000`,
      'compacted',
      'Compacted at step 2 (by hand); nothing overflowed.',
    ],
    [
      'limit 200000\nu 400\n-- 60000\nm 400\nu 400\n== compact 400\n-- 30000',
      'compacted',
      'Compacted at step 1 (maybe by hand: no trigger named); nothing overflowed.',
    ],
    [
      'limit 200000\nu 400\n-- 9000\nm 4\n-- 9100\nm 4\n-- 9200',
      'below',
      'Never compacted; nothing overflowed. Held 157,899 below its threshold at step 2.',
    ],
    ['limit 200000\nu 400\n-- 9000', 'brief', 'Never compacted; nothing overflowed.'],
    ['limit 200000\nu 400', 'brief', 'No request is recorded.'],
  ])('of %j', (text, severity, sentence) => {
    expect(judged(text)).toMatchObject({ severity, sentence });
  });

  it('judges no compaction where no policy models the agent', () => {
    const compacted = judged(`${before}\nu 400\n== compact 400 auto\n-- 30000`, painter);
    expect(compacted).toEqual({
      severity: 'compacted',
      sentence: 'Compacted at step 2; nothing overflowed. No policy models its agent.',
      compactions: [2],
      overflows: [],
    });
    const below = judged('limit 200000\nu 4\n-- 9\nm 4\n-- 19\nm 4\n-- 29', painter);
    expect(below).toMatchObject({
      severity: 'below',
      sentence: 'Never compacted; nothing overflowed.',
    });
  });

  it.each([
    [
      'production-incident',
      'overflow',
      'Refused at step 143: 200,819 of 200,000 tokens; it never compacted.',
    ],
    ['kubernetes-agent', 'compacted', 'Compacted at steps 76, 147 and 209'],
  ])('of the sample %s', (name, severity, sentence) => {
    const file = `public/samples/${name}.json`;
    const read = readTrace(readFileSync(file, 'utf8'), 'json', file);
    const draft = read.ok ? read.value.sessions[0] : undefined;
    if (draft === undefined) throw new Error(`${file} cannot be read`);
    const opened = openedRun(draft.source, measureSession(draft));
    const found = triage(opened, ownFindings({ ...draft, notices: [] }, opened, null));
    expect(found).toMatchObject({ severity });
    expect(found.sentence).toContain(sentence);
  });
});
