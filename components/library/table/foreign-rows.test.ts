import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Chip } from '../corpora/chip';
import { WatchedFolder } from '@/components/live/watched-folder';
import { AddFolder } from '@/components/live/add-folder';
import { MessagePage } from '@/components/ui/message';
import { Options } from '@/components/ui/options';
import { ImportItem } from '@/components/upload/import-item';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import type { WatchedFileRecord } from '@/lib/api/contract/watch-contract';
import type { UploadItem } from '@/components/upload/upload-state';
import { ChoiceList } from '../filters/choice-list';
import { sessionRow } from '../testing/session-row';
import { SessionRowView } from './session-row';

const NAME = 'invoice\u202efdp.exe';
const nothing = (): void => undefined;

const place = {
  index: 0,
  top: 0,
  active: false,
  now: 0,
  onToggle: nothing,
  onToggleGroup: nothing,
};
const row = sessionRow({ name: NAME, file: NAME, agent: NAME, model: NAME, verdict: NAME });
const item = {
  kind: 'session',
  row,
  parent: row,
  subAgents: 1,
  open: false,
  below: false,
} as const;
const file: WatchedFileRecord = {
  ...{ path: NAME, bytes: 1, modifiedAt: 0, status: 'done', format: NAME },
  ...{ sessionId: null, sessionCount: 1, error: null },
};
const folder = {
  ...{ id: 'aaaaaaaa', path: NAME, paused: false, error: NAME, createdAt: 0 },
  ...{ fileCount: 1, files: [file] },
};
const upload: UploadItem = {
  ...{ key: 'a', file: NAME, bytes: 1, files: null, sentBytes: 0 },
  ...{ sending: 'sending', fault: null, record: null },
};

const drawn = <P extends object>(component: ComponentType<P>, props: P): string =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(component, props),
    ),
  );

const session: Omit<ImportRecord['sessions'][number], 'id'> = {
  ...{ name: NAME, lane: NAME, steps: 1, recordedCompactions: 0 },
};
const imported: ImportRecord = {
  ...{ id: 'aaaaaaaa', file: NAME, bytes: 1, sample: false, status: 'done', format: NAME },
  ...{ bytesRead: 1, records: 1, error: null, receipt: null, duplicateOf: null, sessionCount: 2 },
  sessions: ['bbbbbbbb', 'cccccccc'].map((id) => ({ id, ...session })),
  ...{ origin: 'upload', parentId: null, paused: false, retryable: true, members: null },
  ...{ createdAt: 0, finishedAt: 0 },
};
const uploadActions = {
  ...{ onCancel: nothing, onRetry: nothing, onDismiss: nothing, onAct: nothing },
  onKeepOnly: () => Promise.resolve(true),
};

it.each([
  [
    'a session',
    drawn(SessionRowView, {
      ...{ ...place, item, selected: false, onOpen: nothing, onAct: nothing },
    }),
  ],
  ['an upload', drawn(ImportItem, { item: upload, ...uploadActions })],
  ['an import', drawn(ImportItem, { item: { ...upload, record: imported }, ...uploadActions })],
  ['a watched folder', drawn(WatchedFolder, { folder, onPause: nothing, onRemove: nothing })],
  [
    'a folder to watch',
    drawn(AddFolder, {
      ...{ roots: [NAME], watched: [], pending: false, onAdd: () => Promise.resolve() },
    }),
  ],
  ['an empty session', drawn(MessagePage, { above: NAME, title: 'Empty', children: null })],
  ['a filter', drawn(Chip, { text: NAME, onRemove: nothing })],
  [
    'a value to filter by',
    drawn(ChoiceList, {
      ...{ name: 'Agent', choices: [{ value: NAME, count: 1 }], chosen: [], onChange: nothing },
    }),
  ],
  ['an option', drawn(Options, { of: [['', NAME]] })],
])('the name of %s cannot turn the text around it, in labels neither', (_what, html) => {
  expect(html).toContain('U+202E');
  expect(html).not.toContain('\u202e');
});
