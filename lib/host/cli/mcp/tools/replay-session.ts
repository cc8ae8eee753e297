import * as z from 'zod';
import { stepObjects } from '@/lib/report/export/step-rows';
import { replayReport } from '@/lib/report/export/replay-report';
import { replayOne, sessionText } from '../../commands/replay-command';
import { askedOf, replayInput } from '../asked';
import { defineTool } from '../tool';
import { ofSession, sessionOutput } from '../session-output';

const MOST_STEPS = 200;

/** A session under a policy: verdict, totals, and the rows of some steps. */
export const replaySessionTool = defineTool({
  name: 'replay',
  title: 'Replay a session',
  description:
    'Replays a recorded session as it ran, or under another policy and settings, and says at which steps it compacts or overflows. Real tokens behind the first divergence are projected: ~ in the text, realKind "projected" in rows. Steps count from 0.',
  input: {
    ...replayInput,
    from: z.int().min(0).optional().describe('First step whose row is wanted; none if left out'),
    count: z.int().min(1).max(MOST_STEPS).default(20).describe('Rows from there on'),
  },
  output: {
    ...sessionOutput,
    happened: z.string().nullable().describe('The recording under its agent’s own policy'),
    verdict: z.string(),
    divergence: z.int().nullable().describe('First step whose request differs from the recording'),
    totals: z.record(z.string(), z.number()),
    compactedAt: z.array(z.int()).describe('The first steps that compact'),
    steps: z.array(z.record(z.string(), z.unknown())).describe('Rows in the golden fields'),
  },
  async run({ path, session, from, count, ...asked }, desk) {
    const one = await desk.session(path, session);
    const replayed = replayOne(one, askedOf(asked));
    const { run, settings, preset, happened, verdict } = replayed;
    const { divergence, totals } = replayReport(run);
    const compacted = [...run.columns.compacted.keys()].filter(
      (i) => run.columns.compacted[i] === 1,
    );
    const data = {
      ...ofSession(path, one, { policy: run.policy, preset, settings }),
      ...{ happened, verdict, divergence, totals },
      compactedAt: compacted.slice(0, MOST_STEPS),
      steps: from === undefined ? [] : [...stepObjects(run, { from, count })],
    };
    return { text: sessionText(replayed), data };
  },
});
