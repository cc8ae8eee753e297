'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
} from 'react';
import type { ImportAction } from '@/lib/api/contract/import-contract';
import {
  useActOnImports,
  useFailedImports,
  useImports,
  useLoadSamples,
} from '@/lib/api/queries/import-queries';
import { queryKeys } from '@/lib/api/queries/queries';
import { sendUpload } from '@/lib/api/upload';
import { uploadNotes } from './cut-off-uploads';
import { wantsNumbersOnly } from './numbers-only';
import { uploadsOf, type Chosen, type Upload } from './upload-batch';
import {
  isUnfinished,
  itemOf,
  uploadReducer,
  type NewItem,
  type UploadAction,
  type UploadItem,
} from './upload-state';

/** Counts over the visit, also across navigation. */
let uploadsSoFar = 0;

/** Requests sent at the same time. */
const PARALLEL = 2;

/** Running and finished imports with their actions. */
export type Uploads = ReturnType<typeof useUploads>;

/** Sends chosen files, two requests at a time, and follows all imports, also other pages'. */
export function useUploads() {
  const client = useQueryClient();
  const [items, dispatch] = useReducer(uploadReducer, []);
  const { add, again, stop, hold, held } = useSending(dispatch);
  const { data: records } = useImports();
  const { mutate: actOnImports } = useActOnImports();
  const samples = useLoadSamples();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const failed = useFailedItems(items, dismissed);

  useEffect(() => {
    if (records === undefined) return;
    dispatch({ type: 'records', records: records.filter(({ id }) => !dismissed.has(id)) });
    uploadNotes.arrived(records);
  }, [records, dismissed]);

  /** Pauses, resumes, cancels or tries again one import, or all of the library. */
  const act = useCallback(
    (action: ImportAction) => {
      if (action.id === undefined && action.action === 'pause') hold(true);
      if (action.id === undefined && action.action === 'resume') hold(false);
      if (action.id === undefined && action.action === 'cancel') stop();
      actOnImports(action);
    },
    [actOnImports, hold, stop],
  );
  /** Stops an item: the unsent part, or the server's work on it. */
  const cancel = useCallback(
    ({ key, record }: UploadItem) =>
      record ? actOnImports({ action: 'cancel', id: record.id }) : stop(key),
    [actOnImports, stop],
  );
  /** Sends an item again, or lets the server read it again. */
  const retry = useCallback(
    ({ key, record }: UploadItem) =>
      record ? actOnImports({ action: 'retry', id: record.id }) : again(key),
    [actOnImports, again],
  );
  /** Takes a failure out of the list, and off the library's. */
  const dismiss = useCallback(
    ({ key, record }: UploadItem) => {
      if (record) {
        actOnImports({ action: 'dismiss', id: record.id });
        setDismissed((before) => new Set([...before, record.id]));
      }
      dispatch({ type: 'dropped', key });
    },
    [actOnImports],
  );
  const clear = useCallback(() => dispatch({ type: 'clear' }), []);
  const { mutate, isPending, error } = samples;
  const loadSamples = useCallback(
    () =>
      mutate(undefined, {
        onSuccess: (queued) => {
          dispatch({ type: 'records', records: queued });
          void client.invalidateQueries({ queryKey: queryKeys.sessions });
        },
      }),
    [client, mutate],
  );
  return {
    ...{ items, failed, add, cancel, retry, dismiss, act, held, clear, loadSamples },
    loadingSamples: isPending,
    samplesError: error?.message ?? null,
  };
}

/** Imports of the library that failed before, without those of this visit's list and the dismissed. */
function useFailedItems(
  items: readonly UploadItem[],
  dismissed: ReadonlySet<string>,
): readonly UploadItem[] {
  const { data } = useFailedImports();
  return useMemo(() => {
    const here = new Set(items.map(({ record }) => record?.id));
    return (data ?? []).filter(({ id }) => !here.has(id) && !dismissed.has(id)).map(itemOf);
  }, [data, items, dismissed]);
}

/** The uploads of this page: waiting, running and repeatable. */
function useSending(dispatch: Dispatch<UploadAction>) {
  const client = useQueryClient();
  /** True if sending is paused. */
  const [held, setHeld] = useState(false);
  const holding = useRef(false);
  const queue = useRef<string[]>([]);
  const uploads = useRef(new Map<string, Upload>());
  const senders = useRef(0);
  const stops = useRef(new Map<string, AbortController>());

  const send = useCallback(
    async (key: string) => {
      const upload = uploads.current.get(key);
      if (upload === undefined) return;
      const stop = new AbortController();
      stops.current.set(key, stop);
      dispatch({ type: 'sent', key, bytes: 0 });
      try {
        const onSent = (bytes: number): void => {
          dispatch({ type: 'sent', key, bytes });
          uploadNotes.sent(key, bytes);
        };
        const outcome = await sendUpload(
          { ...upload, numbersOnly: wantsNumbersOnly() },
          onSent,
          stop.signal,
        );
        if (outcome.ok) {
          uploads.current.delete(key);
          dispatch({ type: 'arrived', key, record: outcome.import });
          void client.invalidateQueries({ queryKey: queryKeys.imports });
          if (!isUnfinished(outcome.import)) {
            void client.invalidateQueries({ queryKey: queryKeys.sessions });
          }
        } else dispatch({ type: 'failed', key, fault: outcome.error });
      } catch {
        dispatch({ type: 'stopped', key });
      }
      stops.current.delete(key);
      uploadNotes.end(key);
    },
    [client, dispatch],
  );

  const work = useCallback(() => {
    const sender = async (): Promise<void> => {
      senders.current++;
      while (!holding.current) {
        const next = queue.current.shift();
        if (next === undefined) break;
        await send(next);
      }
      senders.current--;
    };
    for (let i = senders.current; i < PARALLEL; i++) void sender();
  }, [send]);

  const add = useCallback(
    (chosen: Chosen) => {
      const named = uploadsOf(chosen).map((upload) => ({
        key: `file-${++uploadsSoFar}`,
        upload,
      }));
      for (const { key, upload } of named) uploads.current.set(key, upload);
      const files = named.map(({ key, upload }) => noteOf(key, upload));
      dispatch({ type: 'add', files });
      uploadNotes.add(files);
      queue.current.push(...named.map(({ key }) => key));
      work();
    },
    [dispatch, work],
  );
  const again = useCallback(
    (key: string) => {
      const upload = uploads.current.get(key);
      dispatch({ type: 'again', key });
      if (upload) uploadNotes.add([noteOf(key, upload)]);
      queue.current.push(key);
      work();
    },
    [dispatch, work],
  );
  const stop = useCallback(
    (key?: string) => {
      const waiting = key === undefined ? queue.current : [key];
      queue.current = key === undefined ? [] : queue.current.filter((one) => one !== key);
      for (const one of waiting) {
        if (!stops.current.has(one)) {
          dispatch({ type: 'stopped', key: one });
          uploadNotes.end(one);
        }
      }
      for (const [one, controller] of stops.current) {
        if (key === undefined || key === one) controller.abort();
      }
    },
    [dispatch],
  );
  const hold = useCallback(
    (on: boolean) => {
      holding.current = on;
      setHeld(on);
      if (!on) work();
    },
    [work],
  );
  return { add, again, stop, hold, held };
}

const noteOf = (key: string, { name, bytes, files }: Upload): NewItem => ({
  ...{ key, file: name, bytes, files },
});
