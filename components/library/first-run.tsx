'use client';

import Link from 'next/link';
import { useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { FaultNote } from '@/components/ui/fault-note';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { useChangeWatched, useFound } from '@/lib/api/queries/watch-queries';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';
import { otlpAddress } from './import-menu';
import { ago, dateTime } from './table/clock';

/** An empty library: what is found on this machine, and every other way in. Nothing is read before. */
export function FirstRun(props: {
  readonly onFiles: (chosen: Chosen) => void;
  readonly onSamples: () => void;
  readonly loadingSamples: boolean;
  readonly error: string | null;
}) {
  const { onFiles, onSamples, loadingSamples, error } = props;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-[952px] px-6 pt-16 pb-10 max-md:pt-8">
        <h2 className="text-2xl font-semibold tracking-tight">
          Why did the agent compact, or not?
        </h2>
        <p className="mt-1.5 mb-6 text-lg text-ink2">
          Highwater replays recorded sessions through their own compaction policy, step by step.
          Nothing leaves this machine.
        </p>
        <Found />
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 text-ink2">
          <span>Or drop files, folders or a .zip anywhere</span>
          <FileChooser onFiles={onFiles} />
          <Link href="/watched" prefetch={false} className="text-accent hover:underline">
            Watch a folder…
          </Link>
          <span>
            send OpenTelemetry to <code className="font-mono text-sm">{otlpAddress()}</code>
          </span>
        </div>
        <h3 className="mt-11 mb-2 font-semibold">Or begin with samples</h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y py-3">
          <Button onClick={onSamples} disabled={loadingSamples}>
            {loadingSamples ? 'Opening…' : 'Open eight sample sessions'}
          </Button>
          <p className="text-ink2">
            An incident that the provider refused, a Kubernetes agent that compacts three times, a
            window of one million tokens.
          </p>
        </div>
        <FaultNote fault={error === null ? null : { message: error }} className="mt-3" />
      </div>
    </div>
  );
}

/** Folders of known agents, all ticked, and one button that opens them. */
function Found() {
  const { data, error } = useFound();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const change = useChangeWatched();
  const [now] = useState(() => Date.now());
  const folders = data?.folders ?? [];
  const chosen = folders.filter(({ path }) => !left.has(path));
  const files = chosen.reduce((sum, one) => sum + one.files, 0);
  const bytes = chosen.reduce((sum, one) => sum + one.bytes, 0);
  const openAll = async (): Promise<void> => {
    for (const { path } of chosen) await change.mutateAsync({ add: path });
  };
  const toggle = (path: string): void =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  if (error) return <FaultNote fault={error} className="mt-2" />;
  if (data === undefined) {
    return <p className="text-ink2">Looking for recordings in the folders of known agents …</p>;
  }
  if (folders.length === 0) return <NothingFound />;
  return (
    <div className="overflow-hidden rounded-lg border bg-panel">
      <table className="w-full">
        <thead className="text-sm text-ink3">
          <tr className="h-7 border-b border-line2 text-left">
            <td className="w-10" />
            <th className="font-normal">found</th>
            <th className="font-normal">agent</th>
            <th className="text-right font-normal">files</th>
            <th className="text-right font-normal max-sm:hidden">size</th>
            <th className="pr-4 pl-4 text-right font-normal max-sm:hidden">newest</th>
          </tr>
        </thead>
        <tbody>
          {folders.map(({ path, agent, files: count, bytes: size, newest }) => (
            <tr key={path} className="h-9 border-b border-line2">
              <td className="pl-4">
                <input
                  type="checkbox"
                  aria-label={`Open ${withoutControls(path)}`}
                  checked={!left.has(path)}
                  onChange={() => toggle(path)}
                />
              </td>
              <td className="font-mono text-sm [overflow-wrap:anywhere]">
                <ForeignText text={path} />
              </td>
              <td className="text-ink2">{agent ?? 'named by you'}</td>
              <td className="text-right">{formatInteger(count)}</td>
              <td className="text-right text-ink2 max-sm:hidden">{formatBytes(size)}</td>
              <td className="pr-4 pl-4 text-right text-ink2 max-sm:hidden" title={dateTime(newest)}>
                {ago(newest, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
        <Button
          variant="primary"
          disabled={files === 0 || change.isPending}
          onClick={() => void openAll().catch(() => undefined)}
          className="h-9 px-3.5"
        >
          Open {counted(files, 'recording')} found on this machine
        </Button>
        <span className="ml-auto text-sm text-ink3">
          {formatBytes(bytes)}, read in the background and followed as they grow; the first rows
          come at once
        </span>
      </div>
      <FaultNote fault={change.error} className="px-4 pb-3" />
    </div>
  );
}

const NothingFound = () => (
  <div className="rounded-lg border border-dashed px-6 py-8">
    <h3 className="text-lg font-semibold">Drop a recording</h3>
    <p className="mt-1 max-w-3xl text-ink2">
      No known agent has recorded on this machine. Highwater reads sessions of Claude Code, Codex,
      Gemini CLI, OpenCode, pi, Cline, OpenHands and SWE-agent, Google ADK, API logs of OpenAI,
      Anthropic and LiteLLM, and exports of OpenTelemetry, Langfuse, LangSmith and Inspect; any
      other JSON is mapped field by field.
    </p>
  </div>
);
