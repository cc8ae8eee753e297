'use client';

import { useMemo, type Ref } from 'react';
import { decidingRows } from '../model/deciding-rows';
import { keptDecides, type KeptView } from '../model/kept-view';
import { DecidingTable } from '../sessions/deciding-table';
import { sessionHref } from '../sessions/session-link';
import { valueText } from '@/lib/engine/policy/setting-text';
import { reordered, settingsAtValues } from '../state/tune-setup';
import { triedClauses } from '../state/use-deciding';

const onShown = (): void => undefined;

/** The sessions of a kept sweep under its baseline and under the selected setting. */
export function SweepSessions(props: {
  readonly ref: Ref<HTMLElement>;
  readonly kept: KeptView;
  /** Cells of the baseline, −1 without one, and of the selected setting. */
  readonly today: number;
  readonly chosen: number;
}) {
  const { ref, kept, today, chosen } = props;
  const { setup, sessions, results, sums } = kept;
  const values = useMemo(() => sums.grid.cells[chosen]?.values ?? [], [sums, chosen]);
  const decides = useMemo(() => {
    const words = keptDecides(kept);
    return new Map(sessions.map((session, row) => [session, words[row] ?? '']));
  }, [kept, sessions]);
  const deciding = useMemo(() => {
    const cells = { today: today < 0 ? chosen : today, then: chosen };
    const rows = decidingRows(sessions, results, cells).map((row) => ({
      ...row,
      decides: decides.get(row.session) ?? '',
    }));
    const words = today < 0 ? [] : triedClauses(setup, values, rows, new Set());
    return { rows, tried: values, words };
  }, [setup, sessions, results, decides, today, chosen, values]);
  const tried = reordered(values)
    .map((value, at) => {
      const axis = reordered(setup.axes)[at];
      return axis === undefined ? '' : valueText(axis.field, value);
    })
    .join(', ');
  const settings = settingsAtValues(setup, values);
  return (
    <DecidingTable
      ref={ref}
      deciding={deciding}
      names={{ today: today < 0 ? tried : 'today', tried }}
      target={{
        onShown,
        decidesOf: ({ decides: words }) => (words === '' ? '' : `${words} · grid`),
        hrefOf: ({ session, then }) =>
          sessionHref(
            session.facts.id,
            setup.policy.id,
            settings,
            then.firstOverflow < 0 ? null : then.firstOverflow,
          ),
      }}
    />
  );
}
