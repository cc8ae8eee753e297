'use client';

import Link from 'next/link';
import { useState } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import { counted, formatInteger } from '@/lib/engine/base/format';

/** Sessions listed before the rest is folded. */
const SHORT = 6;

/** Deletes an import's sessions but some; false if it could not. */
export type KeepOnly = (importId: string, keep: ReadonlySet<string>) => Promise<boolean>;

/** An import's sessions as links; of several the user may keep some. */
export function ImportSessions(props: {
  readonly record: ImportRecord;
  readonly onKeepOnly: KeepOnly;
}) {
  const { record, onKeepOnly } = props;
  const { sessions, sessionCount } = record;
  const [all, setAll] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [decided, setDecided] = useState<ReadonlySet<string> | null>(null);
  const choosable = sessionCount > 1 && record.duplicateOf === null && decided === null;
  const listed = sessions.filter(({ id }) => decided === null || decided.has(id));
  const shown = all ? listed : listed.slice(0, SHORT);
  const toggle = (id: string): void => {
    const next = new Set(kept);
    if (!next.delete(id)) next.add(id);
    setKept(next);
  };
  const keep = async (): Promise<void> => {
    if (await onKeepOnly(record.id, kept)) setDecided(kept);
  };
  return (
    <div className="text-sm">
      <ul>
        {shown.map(({ id, name, lane, steps, recordedCompactions }) => (
          <li key={id} className="flex min-h-7 items-center gap-2">
            {choosable ? (
              <input
                type="checkbox"
                checked={kept.has(id)}
                onChange={() => toggle(id)}
                aria-label={`Keep ${withoutControls(name)}`}
              />
            ) : null}
            <Link
              href={`/sessions/${id}`}
              prefetch={false}
              title={withoutControls(lane === 'main' ? name : `${name} · lane ${lane}`)}
              className="min-w-0 flex-1 truncate text-accent hover:underline"
            >
              <ForeignText text={name} />
            </Link>
            <span className="shrink-0 text-ink3">
              {counted(steps, 'step')}
              {recordedCompactions > 0 ? ` · ${formatInteger(recordedCompactions)} ◇` : ''}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        {listed.length > shown.length ? (
          <Button variant="quiet" size="small" className="-ml-2" onClick={() => setAll(true)}>
            Show {formatInteger(listed.length - shown.length)} more
          </Button>
        ) : null}
        {sessionCount > sessions.length && all ? (
          <span className="text-ink3">The first {formatInteger(sessions.length)} are listed.</span>
        ) : null}
        {choosable && kept.size > 0 && kept.size < sessionCount ? (
          <Button size="small" onClick={() => void keep()}>
            Keep only {kept.size === 1 ? 'this one' : `these ${formatInteger(kept.size)}`}
          </Button>
        ) : null}
      </div>
      {choosable && kept.size === 0 ? (
        <p className="mt-0.5 text-ink3">
          All are imported. Select sessions to keep; the rest are removed.
        </p>
      ) : null}
    </div>
  );
}
