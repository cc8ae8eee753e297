'use client';

import Link from 'next/link';
import { useMemo, type ReactNode } from 'react';
import { withoutControls } from '@/lib/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/base/format';
import { backtest } from '@/lib/replay/backtest';
import { densitySources } from '@/lib/analysis/explain/density-text';
import { judgementText } from '@/lib/analysis/fit/fidelity-report';
import { useFidelity } from '../header/use-fidelity';
import { useWorkbench } from '../state/use-workbench';

/** The trace's records by outcome, its notices, its other sessions, and the projection's accuracy. */
export function ReceiptTab() {
  const { record } = useWorkbench();
  const { receipt, notices, siblings, source } = record;
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Receipt"
      className="@container min-h-0 flex-1 overflow-auto px-4 py-3 focus-visible:-outline-offset-2"
    >
      <div className="grid gap-x-8 gap-y-4 @2xl:grid-cols-2">
        <Part title="Source">
          <Fact name="File" value={source.file} />
          <Fact name="Format" value={source.format} />
          <Fact
            name="Agent"
            value={[source.agent, source.agentVersion].filter(Boolean).join(' ')}
          />
          <Fact name="Session" value={source.sessionId} />
          <Fact name="Lane" value={source.lane} />
          {record.scenario === null ? null : <Fact name="Scenario" value={record.scenario} />}
          <p className="col-span-2">
            <Link
              href={`/sessions/${record.row.id}/reconciliation`}
              className="text-accent hover:underline"
            >
              Reconcile counts with recorded usage →
            </Link>
          </p>
        </Part>
        {receipt ? (
          <Part title="Records of the trace">
            <Fact name="Read" value={formatInteger(receipt.read)} />
            <Fact name="Kept" value={formatInteger(receipt.kept)} />
            {[...receipt.merged, ...receipt.dropped].map(({ reason, records, at }) => (
              <Fact
                key={reason}
                name={reason}
                value={`${formatInteger(records)}${at.length > 0 ? ` · at ${withoutControls(at.join(', '))}` : ''}`}
              />
            ))}
            {receipt.lost === undefined ? null : (
              <Fact
                name="Lost: could not be read or placed"
                value={receipt.lost === 0 ? 'nothing' : formatInteger(receipt.lost)}
              />
            )}
            {receipt.remarks.map((remark) => (
              <p key={remark} className="col-span-2 text-ink2">
                <ForeignText text={remark} />
              </p>
            ))}
          </Part>
        ) : null}
        <Judged />
        <Worth />
        <Part title={`Notices (${formatInteger(notices.length)})`}>
          {notices.length === 0 ? <p className="col-span-2 text-ink3">None.</p> : null}
          {notices.map(({ code, message, at, times }) => (
            <p key={`${code}-${message}`} className="col-span-2">
              <ForeignText text={message} />
              <span className="text-ink3">
                {times > 1 ? ` · ${formatInteger(times)} times` : ''}
                {at.length > 0 ? ` · at ${withoutControls(at.join(', '))}` : ''}
              </span>
            </p>
          ))}
        </Part>
        {siblings.length > 0 ? (
          <Part title="Other sessions of this trace">
            {siblings.map(({ id, name, lane, steps }) => (
              <Fact
                key={id}
                name={
                  <Link className="text-accent hover:underline" href={`/sessions/${id}`}>
                    <ForeignText text={name} />
                  </Link>
                }
                value={`${withoutControls(lane)} · ${counted(steps, 'step')}`}
              />
            ))}
          </Part>
        ) : null}
      </div>
    </div>
  );
}

/** The recording under the agent's own policy, as the import says it. */
function Judged() {
  const known = useFidelity();
  const text = known === null ? null : judgementText(known.own, known.claim);
  if (text === null) return null;
  return (
    <Part title="The agent’s own policy">
      <p className="col-span-2">
        <ForeignText text={`${text}.`} />
      </p>
    </Part>
  );
}

/** The backtest: usage hidden, projected, compared. */
function Worth() {
  const { store } = useWorkbench();
  const { profile, projection } = store.session;
  const result = useMemo(() => backtest(profile), [profile]);
  const { density } = projection;
  return (
    <Part title="Projection accuracy">
      <Fact
        name="Density of text"
        value={`${density.value.toFixed(3)}, ${densitySources[density.source]}`}
      />
      {result === null ? (
        <p className="col-span-2 text-ink3">Too few steps with usage for a backtest.</p>
      ) : (
        <>
          <Fact name="Error, p50" value={`${(result.p50 * 100).toFixed(1)} %`} />
          <Fact name="Error, p95" value={`${(result.p95 * 100).toFixed(1)} %`} />
          <Fact name="Steps compared" value={formatInteger(result.points)} />
        </>
      )}
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 text-xs font-semibold text-ink3">{title}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-x-4 gap-y-0.5">
        {children}
      </div>
    </div>
  );
}

function Fact({ name, value }: { readonly name: ReactNode; readonly value: string }) {
  return (
    <>
      <span className="text-ink2">{name}</span>
      <span className="text-right break-words">
        <ForeignText text={value} />
      </span>
    </>
  );
}
