import * as z from 'zod';
import { severities } from '@/lib/analysis/detectors/finding';
import { isAtLeast, judgedText, judgeOne } from '../../findings/findings-command';
import { askedOf, replayInput } from '../asked';
import { ofSession, sessionOutput } from '../session-output';
import { defineTool } from '../tool';

const finding = z.looseObject({
  detector: z.string(),
  of: z.enum(['recording', 'replay']),
  severity: z.enum(severities),
  title: z.string(),
  sentence: z.string(),
  detail: z.string(),
  steps: z.array(z.looseObject({ from: z.int(), to: z.int() })),
  advice: z.array(z.looseObject({ text: z.string(), effect: z.string().nullable() })),
});

/** What is wrong with a session and its replay. */
export const findingsTool = defineTool({
  name: 'findings',
  title: 'Find what is wrong',
  description:
    'Judges a recording and its replay: overflows, loops, compactions that came too late or gained nothing, doubtful usage records and more, the heaviest first, each with figures and advice whose effect was replayed.',
  input: {
    ...replayInput,
    severity: z.enum(severities).default('info').describe('This severity and above'),
  },
  output: { ...sessionOutput, total: z.int(), findings: z.array(finding) },
  async run({ path, session, severity, ...asked }, desk) {
    const one = await desk.session(path, session);
    const judged = judgeOne(one, askedOf(asked));
    const shown = judged.found.filter((each) => isAtLeast(each, severity));
    const findings = shown.map(({ figures, ...rest }) => ({
      ...rest,
      figures: figures.map((figure) => ({ ...figure })),
      steps: rest.steps.map((range) => ({ ...range })),
      advice: rest.advice.map((each) => ({ ...each })),
    }));
    const data = { ...ofSession(path, one, judged), total: judged.found.length, findings };
    return { text: judgedText(judged, severity), data };
  },
});
