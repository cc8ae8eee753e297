import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import { ImportItem } from './import-item';
import type { UploadItem } from './upload-state';

const record = (change: Partial<ImportRecord>): ImportRecord => ({
  ...{ id: 'aaaaaaaa', file: 'logs.tar.gz', bytes: 100, sample: false, status: 'done' },
  ...{ format: null, bytesRead: 0, records: 0, error: null, receipt: null, duplicateOf: null },
  ...{ sessions: [], sessionCount: 0, origin: 'upload', parentId: null, paused: false },
  ...{ retryable: false, members: null, createdAt: 0, finishedAt: null },
  ...change,
});

/** What the item of a file says, and the names of its buttons. */
function itemOf(change: Partial<ImportRecord>) {
  const item: UploadItem = {
    ...{ key: '1', file: 'logs.tar.gz', bytes: 100, files: null, sentBytes: 100 },
    ...{ sending: 'arrived', fault: null },
    record: record(change),
  };
  const act = (): void => undefined;
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ImportItem
        item={item}
        onCancel={act}
        onRetry={act}
        onDismiss={act}
        onAct={act}
        onKeepOnly={() => Promise.resolve(true)}
      />
    </QueryClientProvider>,
  );
  const buttons = [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
  return { text: markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '), buttons };
}

describe('the item of a file', () => {
  it('that was imported before says so', () => {
    expect(itemOf({ duplicateOf: 'bbbbbbbb' }).text).toContain(
      'Already in the library: the same content was imported before, nothing was added twice.',
    );
  });

  it('that failed gives place, reason and advice, and can be tried again', () => {
    const { text, buttons } = itemOf({
      ...{ status: 'failed', retryable: true },
      error: { code: 'malformed', at: 2, message: 'It is cut off.', hint: 'Copy it again.' },
    });
    expect(text).toMatch(/logs\.tar\.gz, line 2 .*It is cut off\. Copy it again\./);
    expect(buttons).toEqual(['Try logs.tar.gz again', 'Dismiss logs.tar.gz']);
  });

  it('that waits or is read can be paused, one that is paused resumed', () => {
    expect(itemOf({ status: 'queued' }).buttons).toContain('Pause logs.tar.gz');
    expect(itemOf({ status: 'running' }).buttons).toContain('Pause logs.tar.gz');
    const paused = itemOf({ status: 'queued', paused: true });
    expect(paused.text).toContain('resuming reads it from the beginning');
    expect(paused.buttons).toContain('Resume logs.tar.gz');
  });
});
