import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { figure, type FigureUnit } from '@/lib/engine/base/answer/figure';
import { say, type Words } from '@/lib/engine/base/answer/words';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { causeSlices, type CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { thresholdWords, type LedgerDecision } from '@/lib/analysis/explain/ledger-decision';
import { operandFigure, sentWords } from '@/lib/analysis/explain/ledger-row';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import {
  outcomeText,
  policySides,
  providerSides,
} from '@/lib/analysis/explain/outcome/step-outcome';
import { sentence, type Block, type Choice, type FigureRow } from '../model/block';
import { defineQuestion, QuestionError } from '../model/question';

const count = z.int().min(0);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();

const evidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operand'), id: z.string() }),
  z.object({ kind: z.literal('step'), step: count }),
  z.object({ kind: z.literal('entries'), from: count, to: count }),
  z.object({ kind: z.literal('setting'), key: z.string() }),
]);

const clause = z
  .object({
    cause: z.string().nullable().describe('Id of the cause; null where it states the outcome'),
    text: z.string(),
    figures: z
      .record(z.string(), z.number().nullable())
      .describe('Its numbers by name; null for one that is not known'),
    evidence: evidence.nullable().describe('What proves it'),
  })
  .meta({ id: 'Clause' });

const operand = z
  .object({
    id: z.string(),
    label: z.string(),
    value: z.number().nullable(),
    unit: z.enum(['tokens', 'factor', 'signed', 'bytes', 'count']),
    origin: z.string(),
    projected: z.boolean().optional(),
    decided: z.boolean().optional(),
  })
  .meta({ id: 'Operand' });

const decision = z
  .object({
    reached: z.boolean(),
    words: z.string(),
    value: z.number().describe('A lower bound where `lacks` is not null'),
    threshold: z.number(),
    margin: z.number(),
    lacks: z.string().nullable().describe('What the file lacks of the value'),
    relation: z.enum(['≥', '>']),
    decidedBy: z.enum(['last real', 'calibrated', 'heuristic', 'estimate']).nullable(),
    formula: z.string(),
    projected: z.boolean(),
    chance: z
      .number()
      .nullable()
      .describe('That it compacts, where the margin lies inside the projection’s band; else null'),
    thresholdFormula: z.string(),
    unit: z.enum(['tokens', 'entries', 'turns', 'messages', 'items']),
  })
  .meta({ id: 'Decision' });

const tally = z
  .object({
    compactions: count,
    overflows: count.describe('Steps whose request overflows'),
    loop: count.nullable().describe('Step at which compactions turn out to loop'),
    dollars: z.number().nullable().describe('Predicted; null without a price'),
  })
  .meta({ id: 'Tally' });

const remedy = z.object({
  label: z.string(),
  setting: z.string(),
  value: z.union([z.number(), z.boolean(), z.string()]),
  at: count.nullable().describe('The step that compacts with it'),
  margin: z.number().nullable(),
  text: z.string().describe('Its net effect on the session'),
  before: tally,
  after: tally,
  overflows: list(count).describe('Steps whose request overflows with it'),
});

/** Why a step compacted or did not. */
export const explain = defineQuestion({
  id: 'explain',
  tool: 'explain_step',
  title: 'Explain a step',
  about:
    'Says why a step compacted or did not: the cause in sentences, each operand with its origin, the comparison with the threshold, and the single changes of settings that would have turned it, each with its net effect on the session. It says first what happened to the session, or what changed settings make of it. Without a step: the first recorded compaction or overflow, else the replay’s.',
  needs: ['tools'],
  input: z.strictObject({
    step: count.optional().describe('Step, from 0; the first event if left out'),
  }),
  example: { step: 142 },
  output: z.object({
    step: count,
    cause: z.string().nullable().describe('Id of the cause; null where the operands say it'),
    outcome: z
      .object({ policy: z.enum(policySides), provider: z.enum(providerSides) })
      .describe('What the policy’s side did, and what the provider said'),
    compacted: z.boolean(),
    changed: z.string().nullable().describe('Differences to what happened'),
    whose: z.string().nullable().describe('Whose decision it is, where no policy is recorded'),
    verdict: clause.describe('The session in one sentence, recorded or changed; read it first'),
    session: z.object({ before: tally, after: tally }).nullable(),
    headline: clause,
    clauses: list(clause),
    operands: list(operand),
    decision: decision.nullable(),
    turned: z.string().nullable().describe('Heading of the remedies'),
    untested: z.string().nullable().describe('Why no change can be tested at the step'),
    remedies: list(remedy),
  }),
  *run({ measured, session, opening, run, tools, pricesOf }, input) {
    const { stepCount } = measured.profile;
    if (stepCount === 0) throw new QuestionError('step', 'The session has no step to explain.');
    const step = input.step ?? firstStep(session, opening);
    if (step >= stepCount) {
      const last = formatInteger(stepCount - 1);
      throw new QuestionError(
        'step',
        `The session has no step ${step}: its steps are 0 to ${last}.`,
      );
    }
    const rates = ratesOf(pricesOf());
    const { agent } = measured.draft.head.source;
    const dollarsOf = (of: typeof run): number => costTotal(of, rates);
    const names = { agent, tools, dollarsOf };
    return yield* causeSlices(run, step, causeSubject(session, opening, names));
  },
  tell: causeBlocks,
});

const lead = (words: Words, proof: CauseReport['headline']['evidence']): Block => ({
  ...{ kind: 'sentence', words, proof, lead: true },
});

/** A step's cause as blocks: verdict, headline, sentences, ledger, remedies. */
export function causeBlocks(report: CauseReport): readonly Block[] {
  const { changed, whose, verdict, headline, clauses, untested } = report;
  return [
    ...[changed, whose].flatMap((text) => (text === null ? [] : [sentence([text])])),
    lead(verdict.words, null),
    lead(headline.words, headline.evidence),
    ...clauses.map(({ words, evidence }) => sentence(words, evidence)),
    { kind: 'figures', rows: ledgerOf(report) },
    ...remediesOf(report),
    ...(untested === null ? [] : [sentence([untested])]),
  ];
}

/** The operands of a step, its comparison, its outcome, and the request as it was sent. */
function ledgerOf({ operands, decision, outcome, sent }: CauseReport): readonly FigureRow[] {
  const { real, projected } = sent;
  return [
    ...operands.map(({ id, label, origin, decided, ...value }): FigureRow => {
      return { id, label, value: operandFigure(value), origin, decides: decided === true };
    }),
    ...(decision === null ? [] : decisionRows(decision)),
    { id: 'outcome', label: 'Outcome', value: [outcomeText(outcome)], origin: '' },
    {
      ...{ id: 'sent', label: 'Real, as sent', origin: sentWords(sent) },
      value: figure(real, 'tokens', { basis: projected ? 'projected' : 'recorded' }),
    },
  ];
}

function decisionRows(decision: LedgerDecision): readonly FigureRow[] {
  const { value, threshold, margin, lacks, projected, formula, unit, words } = decision;
  const known = {
    basis: projected ? ('projected' as const) : ('computed' as const),
    least: lacks !== null,
  };
  return [
    { id: 'decision', label: 'Decision value', value: figure(value, unit, known), origin: formula },
    {
      ...{ id: 'threshold', label: 'Threshold', value: figure(threshold, unit) },
      origin: thresholdWords(decision),
    },
    {
      ...{ id: 'margin', label: 'Margin', value: figure(margin, unit, { ...known, signed: true }) },
      origin: words,
    },
  ];
}

function remediesOf({ turned, decision, remedies }: CauseReport): readonly Block[] {
  if (turned === null || remedies.length === 0) return [];
  const title = turned.startsWith('Safer') ? turned : `${turned} with`;
  const unit: FigureUnit = decision?.unit ?? 'tokens';
  const choices = remedies.map(({ label, setting, value, margin, text }): Choice => ({
    label: [label],
    change: { [setting]: value },
    effect: [...marginWords(margin, unit), text],
  }));
  return [{ kind: 'choices', title, choices }];
}

const marginWords = (margin: number | null, unit: FigureUnit): Words =>
  margin === null ? [] : say`margin ${{ figure: figure(margin, unit, { signed: true }) }}; `;
