'use client';

import { Button } from '@/components/ui/button';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';
import { WatermarkSketch } from './watermark-sketch';

/** An empty library: what to drop, and samples for those with nothing at hand. */
export function EmptyLibrary({
  onFiles,
  onSamples,
  loadingSamples,
  error,
}: {
  readonly onFiles: (chosen: Chosen) => void;
  readonly onSamples: () => void;
  readonly loadingSamples: boolean;
  readonly error: string | null;
}) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto px-6 py-10">
      <div className="max-w-lg">
        <WatermarkSketch />
        <h2 className="mt-6 text-2xl font-semibold tracking-tight">Drop a recorded session here</h2>
        <p className="mt-2 text-lg text-ink2">
          Highwater reads what agents and their tools record: Claude Code, Codex, Gemini CLI,
          OpenCode, pi, Cline, OpenHands and SWE-agent sessions, Google ADK, API logs of OpenAI,
          Anthropic and LiteLLM, OpenTelemetry, Langfuse, LangSmith and Inspect exports, as files,
          archives or whole folders. Each is replayed through a compaction policy step by step, so
          you see what the policy counted, what was real and where the threshold stood. Any other
          JSON is mapped field by field.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <FileChooser onFiles={onFiles} />
          <Button onClick={onSamples} disabled={loadingSamples}>
            {loadingSamples ? 'Loading samples…' : 'Load eight sample sessions'}
          </Button>
        </div>
        {error === null ? null : (
          <p role="alert" className="mt-3 text-overflow">
            {error}
          </p>
        )}
        <p className="mt-5 text-sm text-ink3">
          Everything stays in the library of this server; nothing is sent elsewhere.
        </p>
      </div>
    </div>
  );
}
