import * as z from 'zod';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { figureUnits } from '@/lib/engine/base/answer/figure';
import { provenFinding, type ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { findingSeverities, type Severity } from '@/lib/analysis/detectors/finding';
import { allFindings } from '@/lib/analysis/detectors/recall-findings';
import { stepRangesText } from '@/lib/analysis/detectors/words';
import { sentence, type Block } from '../model/block';
import { defineQuestion } from '../model/question';

const count = z.int().min(0);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const severity = z.enum(findingSeverities);

const finding = z
  .object({
    detector: z.string(),
    of: z.enum(['recording', 'replay']).describe('recording: it holds whatever the policy'),
    severity,
    title: z.string(),
    steps: list(z.object({ from: count, to: count })).describe('Inclusive, ascending, disjoint'),
    figures: list(z.object({ name: z.string(), value: z.number(), unit: z.enum(figureUnits) })),
    sentence: z.string(),
    detail: z.string(),
    advice: list(
      z.object({
        text: z.string(),
        settings: z
          .record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
          .nullable()
          .describe('Settings of the policy that bring it about'),
        effect: z.string().nullable().describe('What a replay with these settings shows'),
      }),
    ),
    link: z.object({
      step: count.nullable(),
      tab: z.enum(['steps', 'request', 'compactions', 'estimators', 'receipt']),
    }),
  })
  .meta({ id: 'Finding' });

const atLeast = (least: Severity, one: Severity | null): boolean =>
  one !== null && findingSeverities.indexOf(one) <= findingSeverities.indexOf(least);

/** What is wrong with a session and its replay. */
export const findings = defineQuestion({
  id: 'findings',
  title: 'Find what is wrong',
  about:
    'Judges a recording and its replay: overflows, loops, compactions that came too late or gained nothing, doubtful usage records and more, the heaviest first, each with figures and advice whose effect was replayed.',
  needs: ['names'],
  input: z.strictObject({
    severity: severity.default('info').describe('This severity and above'),
    failOn: severity.optional().describe('Fail if there is any as severe, shown or not'),
  }),
  example: { severity: 'warning' },
  output: z.object({ total: count.describe('Of every severity'), findings: list(finding) }),
  *run({ measured, session, run, policy, nameOf, references, pricesOf }, { severity: least }) {
    const { source, notices } = measured.draft.head;
    const about = { agent: source.agent, notices, ratesOf: ratesOf(pricesOf()) };
    const all = allFindings(run, about, { nameOf, references });
    const worst = all[0]?.severity ?? null;
    const wanted = all.filter((one) => atLeast(least, one.severity));
    const proven: ProvenFinding[] = [];
    for (const [done, one] of wanted.entries()) {
      yield { done, of: wanted.length };
      proven.push(provenFinding(session, run, one));
    }
    return { total: all.length, findings: proven, worst, policy: policy.label };
  },
  fails: ({ worst }, { failOn }) => failOn !== undefined && atLeast(failOn, worst),
  tell({ policy, total, findings }) {
    const left = total - findings.length;
    const rest = left === 0 ? '' : ` ${formatInteger(left)} less severe not shown.`;
    const found = `${policy}: ${counted(total, 'finding')}.${rest}`;
    return [{ ...sentence([found]), lead: true } as Block, ...findings.map(findingBlock)];
  },
});

function findingBlock({ title, severity, of, steps, ...one }: ProvenFinding): Block {
  const at = stepRangesText(steps);
  return {
    ...{ kind: 'section', title, mark: severity },
    facts: [...(at === '' ? [] : [[at]]), [`${severity}, of the ${of}`]],
    blocks: [
      sentence([one.sentence]),
      ...(one.detail === '' ? [] : [sentence([one.detail])]),
      {
        kind: 'choices',
        choices: one.advice.map(({ text, settings, effect }) => ({
          label: [text],
          change: settings,
          effect: effect === null ? null : [effect],
        })),
      },
    ],
  };
}
