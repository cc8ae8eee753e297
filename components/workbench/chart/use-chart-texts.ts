'use client';

import { useEffect, useMemo } from 'react';
import { useCompactionTimes, useEntryRanges } from '@/lib/api/queries/chart-queries';
import { useToolNames } from '@/lib/api/queries/entry-queries';
import { joinsOf } from '@/lib/answers/report/chart/joins';
import { useOfFrame, useWorkbench } from '../state/use-workbench';
import { joinName } from './join-names';

/** Brings names from the recording's text to the chart: of tools, of what joined the prefix, and times. */
export function useChartTexts(): void {
  const { chart, record, store } = useWorkbench();
  const { session } = store;
  const tools = useToolNames(record.row.id).data;
  const joins = useMemo(() => joinsOf(session), [session]);
  const ranges = useMemo(() => {
    const { entries } = session.profile.steps;
    return joins.map(({ step }) => [entries[step - 1] ?? 0, entries[step] ?? 0] as const);
  }, [joins, session]);
  const byTime = useOfFrame(({ look }) => look.axis === 'time');
  const compacts = byTime && session.profile.head.compactions.length > 0;
  const recorded = useCompactionTimes(record.row.id, compacts).data;
  const texts = useEntryRanges(record.row.id, ranges).data;
  useEffect(() => {
    if (tools !== undefined) chart.nameTools(tools);
  }, [chart, tools]);
  useEffect(() => {
    if (texts === undefined) return;
    const named = joins.map(({ step }, i) => [step, joinName(texts[i] ?? [])] as const);
    chart.tell({ joins: new Map(named) });
  }, [chart, joins, texts]);
  useEffect(() => {
    if (recorded === undefined) return;
    const compactions = recorded.compactions.map(({ step, time }) => ({
      step,
      time: time === null ? null : Date.parse(time),
    }));
    chart.tell({ compactions });
  }, [chart, recorded]);
}
