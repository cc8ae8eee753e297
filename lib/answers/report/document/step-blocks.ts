import type { CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { placeText } from '@/lib/answers/print/markdown';
import { outcomeText } from '@/lib/analysis/explain/outcome/step-outcome';
import { decisionTexts } from '@/lib/analysis/explain/ledger-decision';
import {
  overflowWords,
  type LedgerOverflow,
  type LedgerRow,
} from '@/lib/analysis/explain/ledger-row';
import {
  formatBytes,
  formatFactor,
  formatInteger,
  formatProjected,
  formatSigned,
} from '@/lib/engine/base/format';
import { heading, left, list, paragraph, right, table, type Block } from './render/blocks';
import type { ReportedStep } from './report-model';

/** One step: why it matters, its cause and its ledger. */
export function stepBlocks(one: ReportedStep): readonly Block[] {
  const { step, why, report } = one;
  return [
    heading(`Step ${formatInteger(step)}: ${why.join(', ')}`),
    paragraph(report.headline.text),
    ...clauseBlocks(report),
    ...ledgerBlocks(one),
  ];
}

/** The sentences that support a headline, each with the place that proves it. */
export const clauseBlocks = ({ clauses }: CauseReport): readonly Block[] =>
  list(clauses.map(({ text, evidence }) => `${text}${placeText(evidence)}`));

/** The ledger of a step, and what would have turned its decision. */
export function ledgerBlocks({ step, report, sent }: ReportedStep): readonly Block[] {
  const { turned, remedies, untested } = report;
  return [
    ...table(
      `Ledger of step ${formatInteger(step)}`,
      [...left('Operand'), ...right('Value'), ...left('From')],
      [...ledgerRows(report), sentRow(sent)],
    ),
    ...(turned === null
      ? []
      : table(
          `${turned} with`,
          [...left(`${turned} with`), ...right('Margin'), ...left('Net effect')],
          remedies.map(({ label, margin, text }) => [
            label,
            margin === null ? '–' : formatSigned(margin),
            text,
          ]),
        )),
    ...(untested === null ? [] : [paragraph(untested)]),
  ];
}

function ledgerRows({ operands, decision, outcome }: CauseReport): readonly (readonly string[])[] {
  const rows = [
    ['Outcome', outcomeText(outcome), 'the policy’s side · the provider’s'],
    ...operands.map((row) => [
      row.label,
      valueOf(row),
      `${row.origin}${row.decided === true ? '; it decided' : ''}`,
    ]),
  ];
  if (decision === null) return rows;
  const { formula, threshold, thresholdFormula, words, relation } = decision;
  const { value, margin } = decisionTexts(decision);
  return [
    ...rows,
    ['Decision value', value, formula],
    ['Threshold', formatInteger(threshold), thresholdFormula],
    ['Margin', margin, `${words}; it fires at ${relation} the threshold`],
  ];
}

/** The request as it was sent, beside the limit. */
function sentRow(sent: LedgerOverflow): readonly string[] {
  const { real, limit, source, projected } = sent;
  const most = limit === null ? 'the limit is not known' : `limit ${formatInteger(limit)}`;
  return [
    'Real, as sent',
    formatProjected(real, projected),
    `${overflowWords(sent)}; ${most} (${source})`,
  ];
}

function valueOf({ value, unit, projected = false }: LedgerRow): string {
  if (value === null) return '–';
  switch (unit) {
    case 'factor':
      return `${projected ? '~' : ''}${formatFactor(value)}`;
    case 'signed':
      return `${projected ? '~' : ''}${formatSigned(value)}`;
    case 'bytes':
      return formatBytes(value);
    case 'tokens':
    case 'count':
      return formatProjected(value, projected);
  }
}
