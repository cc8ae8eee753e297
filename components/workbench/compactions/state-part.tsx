'use client';

import { stateKeysAt, type StateKey } from '@/lib/analysis/explain/compaction/state-keys';
import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { StateOverTime } from './state-over-time';

/** The session keys of the selected step, before and after each callback. */
export function StatePart({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const keys = stateKeysAt(replay, step);
  const isRecorded = keys.some(({ recorded }) => recorded !== null);
  return (
    <section aria-label="Session state" className="min-w-0" data-state-keys={keys.length}>
      <h3 className="font-semibold">Session state at step {formatInteger(step)}</h3>
      {keys.length === 0 ? (
        <p className="mt-1 text-ink2">
          {replay.policy.label} keeps none of ContextGuard’s keys in the session.
        </p>
      ) : (
        <>
          <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label="State keys">
            <table className="w-full text-sm">
              <thead className="text-ink3">
                <tr>
                  <th className="py-1 pr-3 text-left font-normal">key</th>
                  <th className="py-1 pl-3 text-right font-normal">before BeforeModel</th>
                  <th className="py-1 pl-3 text-right font-normal">after it</th>
                  <th className="py-1 pl-3 text-right font-normal">after AfterModel</th>
                  {isRecorded ? (
                    <th className="py-1 pl-3 text-right font-normal">recorded</th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {keys.map((one) => (
                  <Row key={one.key} row={one} isRecorded={isRecorded} />
                ))}
              </tbody>
            </table>
          </div>
          <StateOverTime replay={replay} step={step} />
        </>
      )}
    </section>
  );
}

const valueText = (value: number | null): string => (value === null ? '–' : formatInteger(value));

function Row({ row, isRecorded }: { readonly row: StateKey; readonly isRecorded: boolean }) {
  const { key, name, unit, before, between, after, recorded } = row;
  const differs = recorded !== null && recorded !== after;
  return (
    <tr className="border-t border-line2" data-key={key}>
      <th scope="row" className="py-1 pr-3 text-left font-normal">
        <code className="wrap-anywhere">{name}</code> <span className="text-ink3">{unit}</span>
      </th>
      <td className="py-1 pl-3 text-right">{valueText(before)}</td>
      <td className={`py-1 pl-3 text-right ${between === before ? '' : 'font-semibold'}`}>
        {valueText(between)}
      </td>
      <td className={`py-1 pl-3 text-right ${after === between ? '' : 'font-semibold'}`}>
        {valueText(after)}
      </td>
      {isRecorded ? (
        <td className={`py-1 pl-3 text-right ${differs ? 'text-overflow' : ''}`}>
          {valueText(recorded)}
        </td>
      ) : null}
    </tr>
  );
}
