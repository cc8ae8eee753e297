import { openSession } from '@/lib/analysis/fit/opening';
import type { SessionRecord } from '@/lib/api/contract/contract';
import type { ExampleSession } from '@/lib/readers/importers/testing/every-session';
import { prepare } from '@/lib/engine/replay/prepare';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ChartSource } from '../chart/chart-source';
import { openingView } from '../state/opening-view';
import type { Workbench } from '../state/use-workbench';
import { readView } from '../state/view-url';
import { WorkbenchStore } from '../state/workbench-store';

/** A session as its page opens it, with the query of a link. */
export function openedPage({ session: given }: ExampleSession, query = ''): Workbench {
  const profile = measureSession(given);
  const opening = openSession(given.source, profile);
  const session = prepare(profile, opening.prefixTokens);
  const view = openingView(session, opening);
  const { view: state } = readView(query, { ...profile, opening: view });
  const store = new WorkbenchStore(session, state, () => undefined, view, opening);
  const row = { id: 'aaaaaaaa', name: given.name } as SessionRecord['row'];
  return {
    store,
    opening,
    chart: new ChartSource(store),
    prefix: sessionPrefix(profile),
    record: {
      ...{ row, notes: 0 },
      ...{ source: given.source, notices: given.notices },
    } as unknown as SessionRecord,
  };
}
