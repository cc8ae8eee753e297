'use client';

import { Button } from '@/components/ui/button';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';

/** An empty library: accepted files, and a button to load samples. */
export function EmptyLibrary(props: {
  readonly onFiles: (chosen: Chosen) => void;
  readonly onSamples: () => void;
  readonly loadingSamples: boolean;
  readonly error: string | null;
}) {
  const { onFiles, onSamples, loadingSamples, error } = props;
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

/** A small drawing: counted and real tokens rising towards the threshold. */
function WatermarkSketch() {
  return (
    <svg viewBox="0 0 480 120" aria-hidden="true" className="w-full">
      <rect x="0" y="16" width="480" height="14" className="fill-band" />
      <path d="M0 16H480" className="stroke-window" strokeWidth="1.75" />
      <path d="M0 30H480" className="stroke-threshold" strokeWidth="1.1" />
      <path d="M0 116H480" className="stroke-line" />
      <path
        d="M0 98L40 94L80 90L120 85L160 82L200 75L240 72L262 63L290 60L312 55L312 104L350 98L390 93L430 84L480 77"
        fill="none"
        className="stroke-heuristic"
        strokeWidth="1.75"
        strokeDasharray="1.5 3"
      />
      <path
        d="M0 84L40 79L80 72L120 66L160 60L200 50L240 45L262 34L290 31L312 24"
        fill="none"
        className="stroke-real"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M312 94L350 84L390 75L430 60L480 48"
        fill="none"
        className="stroke-real"
        strokeWidth="2"
        strokeDasharray="4 3"
        strokeLinejoin="round"
      />
      <path d="M312 24V94" className="stroke-compaction" strokeWidth="1.25" />
      <path d="M312 111l5 5-5 5-5-5z" transform="translate(0 -5)" className="fill-compaction" />
    </svg>
  );
}
