'use client';

import { useState } from 'react';
import { NumberField } from '@/components/ui/numbers/number-field';
import { formatInteger, formatPercent, formatSigned } from '@/lib/engine/base/format';
import { bufferRow } from '@/lib/answers/report/seeds/buffer-table';
import { operandRanges } from '@/lib/answers/report/seeds/formula';
import { keepInAddress } from './seeds-url';

const { min, max, step } = operandRanges.window;

/** The buffer rule at a window typed by the reader. */
export function BufferCalculator({ initial }: { readonly initial: number }) {
  const [window, setWindow] = useState(initial);
  const row = bufferRow(window);
  const values: readonly (readonly [label: string, value: string])[] = [
    ['buffer', formatInteger(row.buffer)],
    ['threshold', formatInteger(row.threshold)],
    ['share', window === 0 ? '–' : formatPercent(row.share)],
    ['buffer before v0.9.1', formatInteger(row.oldBuffer)],
    ['threshold before v0.9.1', formatInteger(row.oldThreshold)],
    ['change', formatSigned(row.threshold - row.oldThreshold)],
  ];
  return (
    <section
      aria-label="Any window"
      className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-2 border-y border-line bg-panel px-3 py-2"
    >
      <label className="flex flex-col">
        <span className="text-sm text-ink2">any window</span>
        <NumberField
          label="Any window"
          value={window}
          format={formatInteger}
          min={min}
          max={max}
          step={step}
          integer
          unit="tokens"
          className="w-36 [&_input]:border-line"
          onCommit={(value) => {
            setWindow(value);
            keepInAddress({ bufferWindow: value });
          }}
        />
      </label>
      <dl className="contents">
        {values.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink2">{label}</dt>
            <dd className="h-6 leading-6">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
