'use client';

import { valueText } from '@/lib/engine/policy/setting-text';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { NumberField } from '@/components/ui/numbers/number-field';
import { formatInteger } from '@/lib/engine/base/format';
import {
  evaluateFormula,
  formulaLines,
  operandExamples,
  operandRanges,
  type FormulaOperand,
  type FormulaOperands,
  type FormulaResult,
} from '@/lib/answers/report/seeds/formula';
import { keepInAddress } from './seeds-url';

const names = Object.keys(operandRanges) as FormulaOperand[];

const sameOperands = (a: FormulaOperands, b: FormulaOperands): boolean =>
  names.every((name) => a[name] === b[name]);

/** 2.5 → "2.5×", with every digit that was typed. */
const formatTyped = (value: number): string => valueText({ unit: '×' }, value);

/** The formula with operands to edit; the address keeps them. */
export function FormulaEditor({ initial }: { readonly initial: FormulaOperands }) {
  const [operands, setOperands] = useState(initial);
  const result = evaluateFormula(operands);
  const choose = (next: FormulaOperands): void => {
    setOperands(next);
    keepInAddress({ operands: next });
  };
  return (
    <section aria-label="Formula" className="mt-4 border-y border-line bg-panel px-3 py-3">
      <div role="group" aria-label="Examples" className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 text-sm text-ink2">operands of</span>
        {operandExamples.map((example) => (
          <Button
            key={example.label}
            size="small"
            aria-pressed={sameOperands(example.operands, operands)}
            className="aria-pressed:border-accent aria-pressed:text-accent"
            onClick={() => choose(example.operands)}
          >
            {example.label}
          </Button>
        ))}
      </div>
      <OperandTable operands={operands} result={result} onChange={choose} />
      <Verdict result={result} />
      <WorkedOut operands={operands} result={result} />
    </section>
  );
}

function OperandTable(props: {
  readonly operands: FormulaOperands;
  readonly result: FormulaResult;
  readonly onChange: (operands: FormulaOperands) => void;
}) {
  const { operands, result, onChange } = props;
  return (
    <DataTable
      caption="Operands"
      className="mt-3 w-full"
      headClass="border-b text-sm text-ink2"
      cellClass="py-0.5"
      columns={[
        {
          id: 'operand',
          cell: (name) => (
            <>
              {operandRanges[name].label}{' '}
              <span className="text-sm text-ink3">{operandRanges[name].note}</span>
            </>
          ),
        },
        figureColumn<FormulaOperand>(
          'value',
          (name) => (
            <OperandField
              name={name}
              value={operands[name]}
              onCommit={(value) => onChange({ ...operands, [name]: value })}
            />
          ),
          { headClass: 'w-40' },
        ),
        {
          id: 'the decision turns at',
          className: 'pl-6',
          cell: (name) => <TurningPoint name={name} result={result} />,
        },
      ]}
      rows={names}
      keyOf={(name) => name}
    />
  );
}

function OperandField(props: {
  readonly name: FormulaOperand;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const { name, value, onCommit } = props;
  const { label, integer, min, max, step } = operandRanges[name];
  return (
    <NumberField
      label={label}
      value={value}
      format={integer ? formatInteger : formatTyped}
      min={min}
      max={max}
      step={step}
      integer={integer}
      className="w-32 [&_input]:border-line"
      onCommit={onCommit}
    />
  );
}

function TurningPoint(props: { readonly name: FormulaOperand; readonly result: FormulaResult }) {
  const { name, result } = props;
  const change = result.changes.find(({ operand }) => operand === name);
  const smallest = result.smallest === name;
  return (
    <span
      className={classNames(
        change?.value === null ? 'text-sm text-ink3' : 'text-ink2',
        smallest && 'font-medium text-ink',
      )}
    >
      {change?.text}
      {smallest ? <span className="text-accent"> ← smallest change</span> : null}
    </span>
  );
}

function Verdict({ result }: { readonly result: FormulaResult }) {
  const { fires, decision, threshold, decidedBy, correctedBy } = result;
  return (
    <p role="status" className="mt-3 text-lg">
      <span className={classNames('font-semibold', fires ? 'text-compaction' : 'text-ink')}>
        <span aria-hidden="true">{fires ? '◆ ' : '◇ '}</span>
        {fires ? 'Compaction fires' : 'Compaction does not fire'}
      </span>
      : {formatInteger(decision)} {fires ? '≥' : '<'} {formatInteger(threshold)}. The {decidedBy}{' '}
      {decidedBy === 'calibrated' ? 'value decides' : 'decides'}; the correction comes from{' '}
      {correctedBy === 'last real ÷ last heuristic' ? correctedBy : `the ${correctedBy}`}.
    </p>
  );
}

function WorkedOut(props: { readonly operands: FormulaOperands; readonly result: FormulaResult }) {
  const { operands, result } = props;
  return (
    <dl className="mt-2 grid w-fit grid-cols-[auto_auto_auto] gap-x-4 gap-y-0.5 font-mono text-sm">
      {formulaLines(operands).map(({ name, expression, value }) => {
        const decided =
          (name === 'calibrated' && result.decidedBy === 'calibrated') || name === 'decision';
        return (
          <div key={name} className="contents">
            <dt className="text-ink2">{name}</dt>
            <dd className="text-ink2">= {expression}</dd>
            <dd className={classNames('text-right', decided && 'font-semibold')}>= {value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
