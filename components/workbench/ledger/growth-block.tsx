'use client';

import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatSigned } from '@/lib/engine/base/format';
import type { Evidence } from '@/lib/analysis/explain/cause/cause';
import { growthLedger } from '@/lib/analysis/explain/growth/growth-ledger';
import type { GrowthRow } from '@/lib/analysis/explain/growth/growth-rows';
import { EvidenceNumber, useEvidenceId } from '../cause/evidence';
import { useLog } from '../state/use-log';
import { useLateFrame } from '../state/use-workbench';
import { JOINED_COLOR, partColor } from '../state/part-colors';

/** What the selected step's recorded request grew by, part by part. */
export function GrowthBlock() {
  const { replay, step } = useLateFrame();
  const { log, parts } = useLog();
  const growth = useMemo(() => growthLedger(replay, log, step), [replay, log, step]);
  if ('missing' in growth) {
    return (
      <Section title="Growth">
        <p className="text-sm text-ink3">{growth.missing}</p>
      </Section>
    );
  }
  const places = placed(growth.rows);
  return (
    <Section title={`Grew ${growth.since}`} total={formatSigned(growth.grew)}>
      <ul className="space-y-1.5">
        {growth.rows.map((row, i) => {
          const [first] = row.entries;
          const color = first === undefined ? JOINED_COLOR : partColor(parts.of(first), parts);
          return <Row key={row.id} row={row} color={color} place={places[i] ?? NOWHERE} />;
        })}
      </ul>
      {growth.notes.length === 0 ? null : (
        <p className="mt-2 text-sm text-ink3">
          {growth.notes.map((note) => (
            <Note key={note} text={note} />
          ))}
        </p>
      )}
    </Section>
  );
}

const isEntries = ({ kind }: Evidence): boolean => kind === 'entries';

function Section(props: {
  readonly title: string;
  readonly total?: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label="Growth"
      data-growth=""
      className="break-inside-avoid border-t border-line2 py-2.5"
    >
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h3 id={useEvidenceId(isEntries)} className="text-xs font-semibold text-ink3">
          {props.title}
          <EvidenceNumber is={isEntries} />
        </h3>
        {props.total === undefined ? null : (
          <span data-grew="" className="font-semibold">
            {props.total}
          </span>
        )}
      </div>
      {props.children}
    </section>
  );
}

/** Left edge and width of a bar, as shares of the axis. */
interface BarSpan {
  readonly left: number;
  readonly width: number;
}

const NOWHERE: BarSpan = { left: 0, width: 0 };

/** Bars that each begin where the one above ends, on an axis that holds them all. */
function placed(rows: readonly GrowthRow[]): readonly BarSpan[] {
  const ends: number[] = [];
  let sum = 0;
  for (const { tokens } of rows) ends.push((sum += tokens));
  const least = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - least;
  if (span === 0) return rows.map(() => NOWHERE);
  return rows.map(({ tokens }, i) => {
    const end = ends[i] ?? 0;
    return { left: (Math.min(end, end - tokens) - least) / span, width: Math.abs(tokens) / span };
  });
}

function Row(props: { readonly row: GrowthRow; readonly color: string; readonly place: BarSpan }) {
  const { row, color, place } = props;
  const { label, detail, tokens, unrecorded } = row;
  const style: CSSProperties = {
    left: `${place.left * 100}%`,
    width: `max(2px, ${place.width * 100}%)`,
    backgroundColor: color,
    backgroundImage: unrecorded ? 'var(--hatch)' : undefined,
  };
  return (
    <li data-growth-row={row.id}>
      <div className="flex items-baseline justify-between gap-3">
        <span className={classNames('min-w-0', unrecorded && 'font-semibold')}>
          <ForeignText text={label} />{' '}
          <span className="text-sm font-normal text-ink3">{detail}</span>
        </span>
        <span className={unrecorded ? 'font-semibold' : ''}>{formatSigned(tokens)}</span>
      </div>
      <div aria-hidden="true" className="relative mt-0.5 h-1.5 bg-line2">
        {tokens === 0 ? null : <span className="absolute inset-y-0" style={style} />}
      </div>
    </li>
  );
}

/** A sentence; names of the recording stand between backquotes. */
function Note({ text }: { readonly text: string }) {
  return (
    <span className="block">
      {text.split('`').map((piece, i) =>
        i % 2 === 1 ? (
          <code key={i}>
            <ForeignText text={piece} />
          </code>
        ) : (
          piece
        ),
      )}
    </span>
  );
}
