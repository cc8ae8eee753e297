'use client';

import Link from 'next/link';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { late } from '@/components/ui/late';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { judgementText } from '@/lib/analysis/fit/fidelity-report';
import { useFidelity } from '../header/use-fidelity';
import { useWorkbench } from '../state/use-workbench';
import { Fact, Part } from './receipt-part';

// Weighs as much as the rest of the receipt, which must be there without a server.
const accuracy = late(() => import('./accuracy-part').then((file) => file.AccuracyPart));

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
                value={lostText(receipt.lost, receipt.incomplete !== undefined)}
              />
            )}
            {receipt.incomplete?.map((what) => (
              <p key={what} className="col-span-2 text-overflow">
                May be incomplete: <ForeignText text={what} />
              </p>
            ))}
            {receipt.remarks.map((remark) => (
              <p key={remark} className="col-span-2 text-ink2">
                <ForeignText text={remark} />
              </p>
            ))}
          </Part>
        ) : null}
        <Judged />
        <accuracy.Part />
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

function lostText(lost: number, incomplete: boolean): string {
  if (lost > 0) return formatInteger(lost);
  return incomplete ? 'nothing that is in the file' : 'nothing';
}
