'use client';

import { useEffect, useMemo } from 'react';
import { useEntryRanges } from '@/lib/host/api/queries/chart-queries';
import { useToolNames } from '@/lib/host/api/queries/entry-queries';
import { joinsOf } from '@/lib/report/chart/joins';
import { useWorkbench } from '../state/use-workbench';
import { joinName } from './join-names';

/** Brings names from the recording's text to the chart: of tools, and of what joined the prefix. */
export function useChartTexts(): void {
  const { chart, record, store } = useWorkbench();
  const { session } = store;
  const tools = useToolNames(record.row.id).data;
  const joins = useMemo(() => joinsOf(session), [session]);
  const ranges = useMemo(() => {
    const { entries } = session.profile.steps;
    return joins.map(({ step }) => [entries[step - 1] ?? 0, entries[step] ?? 0] as const);
  }, [joins, session]);
  const texts = useEntryRanges(record.row.id, ranges).data;
  useEffect(() => {
    if (tools !== undefined) chart.nameTools(tools);
  }, [chart, tools]);
  useEffect(() => {
    if (texts === undefined) return;
    const named = joins.map(({ step }, i) => [step, joinName(texts[i] ?? [])] as const);
    chart.nameJoins(new Map(named));
  }, [chart, joins, texts]);
}
