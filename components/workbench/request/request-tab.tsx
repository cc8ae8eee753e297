'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { path } from '@/lib/api/client';
import { useEntrySearch } from '@/lib/api/queries/entry-queries';
import { requestDifference } from '@/lib/analysis/explain/request/request-difference';
import { differenceText } from '@/lib/analysis/explain/request/difference-text';
import { requestLines, type RequestLine } from '@/lib/analysis/explain/request/request-lines';
import { requestParts } from '@/lib/analysis/explain/request/request-parts';
import { requestRows } from '@/lib/analysis/explain/request/request-rows';
import { requestSizes } from '@/lib/analysis/explain/request/request-sizes';
import { entryCounts, entryRanges, type EntryCounts } from '@/lib/analysis/explain/request-ranges';
import { useLog } from '../state/use-log';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { RequestBar } from './request-bar';
import { RequestList } from './request-list';
import { RequestToolbar, type ListChoice } from './request-toolbar';

const initial: ListChoice = {
  view: 'turn',
  newestFirst: true,
  search: '',
  other: null,
  onlyNew: false,
};

const none: ReadonlySet<number> = new Set();

/** The selected step's request as sent, in real tokens: by turn, by size or in order. */
export function RequestTab() {
  const { replay, step, part } = useLateFrame();
  const { record, store } = useWorkbench();
  const { log, parts } = useLog();
  const [choice, setChoice] = useState(initial);
  const [toggled, setToggled] = useState(none);
  const [whole, setWhole] = useState(none);
  const search = useDeferredValue(choice.search.trim());
  const hits = useEntrySearch(record.row.id, search);
  const other = otherStep(choice.other, step);
  const difference = useMemo(
    () => (other === null ? null : requestDifference(replay, step, other)),
    [replay, step, other],
  );
  const lines = useMemo(
    () => requestLines({ replay, step, log, parts, difference }),
    [replay, step, log, parts, difference],
  );
  const found = useMemo(
    () => (search === '' || hits.data === undefined ? null : new Set(hits.data.entries)),
    [search, hits.data],
  );
  const { profile } = replay.session;
  const { view, newestFirst, onlyNew } = choice;
  const rows = useMemo(
    () => requestRows(profile, lines, { view, newestFirst, onlyNew, toggled, whole, part, found }),
    [profile, lines, view, newestFirst, onlyNew, toggled, whole, part, found],
  );
  const sizes = requestSizes(replay, step);
  const sent = useMemo(() => sentText(replay, step), [replay, step]);
  const flip = (set: ReadonlySet<number>, turn: number): ReadonlySet<number> => {
    const next = new Set(set);
    if (!next.delete(turn)) next.add(turn);
    return next;
  };
  const inRequest = found === null ? null : lines.filter(isIn(found)).length;
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <RequestToolbar
        choice={choice}
        onChange={(change) => setChoice({ ...choice, ...change })}
        entries={profile.steps.entries[step] ?? 0}
        found={inRequest}
        other={other}
        lastStep={profile.stepCount - 1}
        download={sent === '' ? null : path`/api/sessions/${record.row.id}/text?ranges=${sent}`}
      />
      <div className="flex min-h-0 flex-1 flex-col @2xl:flex-row-reverse">
        <RequestBar
          parts={requestParts(lines)}
          entryParts={parts}
          real={sizes.real}
          projected={sizes.projected}
          chosen={part}
          onChoose={store.showPart}
        >
          <p data-request="">
            Step {formatInteger(step)}: {countsText(entryCounts(replay, step))};{' '}
            {formatInteger(replay.columns.heuristicSent[step] ?? 0)} heuristic tokens with the
            prefix.
          </p>
          {difference === null ? null : (
            <p data-difference="" className="mt-1">
              {differenceText(replay, step, difference)}
            </p>
          )}
        </RequestBar>
        <RequestList
          rows={rows}
          parts={parts}
          other={other}
          searched={choice.search !== ''}
          onToggleTurn={(turn) => setToggled(flip(toggled, turn))}
          onShowTurn={(turn) => setWhole(flip(whole, turn))}
        />
      </div>
    </div>
  );
}

/** True for a line of an entry that a search found. */
const isIn =
  (found: ReadonlySet<number>) =>
  (line: RequestLine): boolean =>
    line.kind === 'entry' && found.has(line.entry);

/** The step that is compared with: the chosen one, else the one before; null where there is none. */
function otherStep(chosen: number | null, step: number): number | null {
  if (chosen !== null && chosen !== step) return chosen;
  return step > 0 ? step - 1 : null;
}

/** The entries that a request sends, as an address names them: "0-4,6-9". */
const sentText = (...request: Parameters<typeof entryRanges>): string =>
  entryRanges(...request)
    .filter(({ fate }) => fate === 'sent')
    .map(({ from, to }) => `${from}-${to}`)
    .join();

/** "40 entries = 12 sent (2 elided) + 25 in the summary + 3 lost". */
function countsText({ entries, sent, elided, summarised, lost }: EntryCounts): string {
  const shortened = elided > 0 ? ` (${formatInteger(elided)} elided)` : '';
  const parts = [
    `${formatInteger(sent)} sent${shortened}`,
    ...(summarised > 0 ? [`${formatInteger(summarised)} in the summary`] : []),
    ...(lost > 0 ? [`${formatInteger(lost)} lost`] : []),
  ];
  return `${counted(entries, 'entry', 'entries')} = ${parts.join(' + ')}`;
}
