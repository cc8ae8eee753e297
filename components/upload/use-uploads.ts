'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { queryKeys, useCancelImport, useImports, useLoadSamples } from '@/lib/api/queries';
import { uploadFiles } from '@/lib/api/upload';
import { isUnfinished, uploadReducer, type UploadItem } from './upload-state';

/** Files sent at the same time. */
const PARALLEL = 2;

interface Waiting {
  readonly key: string;
  readonly file: File;
}

/** Everything on its way into the library, and what can be done about it. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  readonly add: (files: readonly File[]) => void;
  readonly cancel: (item: UploadItem) => void;
  readonly clear: () => void;
  readonly loadSamples: () => void;
  readonly loadingSamples: boolean;
  readonly samplesError: string | null;
}

/** Sends files two at a time and follows their imports; also those other pages started. */
export function useUploads(): Uploads {
  const client = useQueryClient();
  const [items, dispatch] = useReducer(uploadReducer, []);
  const queue = useRef<Waiting[]>([]);
  const senders = useRef(0);
  const stops = useRef(new Map<string, AbortController>());
  const numbers = useRef(0);
  const { data: records } = useImports();
  const { mutate: cancelImport } = useCancelImport();
  const samples = useLoadSamples();

  useEffect(() => {
    if (records) dispatch({ type: 'records', records });
  }, [records]);

  const send = useCallback(
    async ({ key, file }: Waiting) => {
      const stop = new AbortController();
      stops.current.set(key, stop);
      dispatch({ type: 'sent', key, bytes: 0 });
      try {
        const [outcome] = await uploadFiles(
          [file],
          ({ sentBytes }) => dispatch({ type: 'sent', key, bytes: sentBytes }),
          stop.signal,
        );
        if (outcome?.ok === true) {
          dispatch({ type: 'arrived', key, record: outcome.import });
          void client.invalidateQueries({ queryKey: queryKeys.imports });
          if (!isUnfinished(outcome.import)) {
            void client.invalidateQueries({ queryKey: queryKeys.sessions });
          }
        } else if (outcome) {
          const { message, hint, at } = outcome.error;
          const fault = {
            message,
            ...(hint === undefined ? {} : { hint }),
            ...(at === undefined ? {} : { at }),
          };
          dispatch({ type: 'failed', key, fault });
        }
      } catch {
        dispatch({ type: 'stopped', key });
      }
      stops.current.delete(key);
    },
    [client],
  );

  const work = useCallback(async () => {
    if (senders.current >= PARALLEL) return;
    senders.current++;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await send(next);
    senders.current--;
  }, [send]);

  const add = useCallback(
    (files: readonly File[]) => {
      const waiting = files.map((file): Waiting => ({ key: `file-${++numbers.current}`, file }));
      const named = waiting.map(({ key, file }) => ({ key, file: file.name, bytes: file.size }));
      dispatch({ type: 'add', files: named });
      queue.current.push(...waiting);
      for (let i = 0; i < Math.min(PARALLEL, files.length); i++) void work();
    },
    [work],
  );

  const cancel = useCallback(
    ({ key, record }: UploadItem) => {
      queue.current = queue.current.filter((one) => one.key !== key);
      const stop = stops.current.get(key);
      if (record) cancelImport(record.id);
      else if (stop) stop.abort();
      else dispatch({ type: 'stopped', key });
    },
    [cancelImport],
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
    items,
    add,
    cancel,
    clear,
    loadSamples,
    loadingSamples: isPending,
    samplesError: error?.message ?? null,
  };
}
