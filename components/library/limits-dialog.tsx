'use client';

import { useState } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useLimits, usePutLimits } from '@/lib/api/queries/queries';
import { counted } from '@/lib/engine/base/format';
import type { LimitPatterns } from '@/lib/engine/tokens/limits/limit-patterns';

/** A row with the fields as typed. */
interface Row {
  readonly key: number;
  readonly pattern: string;
  readonly tokens: string;
}

/** Limits by model name for the whole library. */
export function LimitsDialog({ onClose }: { readonly onClose: () => void }) {
  const limits = useLimits();
  return (
    <Dialog
      onClose={onClose}
      title="Limits by model"
      description="The most tokens a provider accepts, for sessions with no limit in the recording and none set by hand. * matches any characters; the first matching line applies."
    >
      {limits.data === undefined ? (
        <p className="text-ink2">{limits.isError ? limits.error.message : 'Loading …'}</p>
      ) : (
        <Editor limits={limits.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

const rowsOf = (limits: LimitPatterns): readonly Row[] =>
  limits.map(({ pattern, tokens }, key) => ({ key, pattern, tokens: String(tokens) }));

function Editor(props: { readonly limits: LimitPatterns; readonly onClose: () => void }) {
  const { limits, onClose } = props;
  const [rows, setRows] = useState<readonly Row[]>(() =>
    limits.length > 0 ? rowsOf(limits) : [{ key: 0, pattern: '', tokens: '' }],
  );
  const put = usePutLimits();
  const change = (key: number, next: Partial<Row>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  const given = rows.filter(({ pattern, tokens }) => pattern.trim() !== '' || tokens !== '');
  const save = (): void =>
    put.mutate(
      given.map(({ pattern, tokens }) => ({
        pattern: pattern.trim(),
        tokens: Number(tokens.replaceAll(/[ ,_]/g, '')),
      })),
    );
  return (
    <>
      <ul className="grid gap-2">
        {rows.map(({ key, pattern, tokens }) => (
          <li key={key} className="flex items-center gap-2">
            <input
              aria-label="Model name pattern"
              placeholder="claude-opus-*"
              value={pattern}
              onChange={(event) => change(key, { pattern: event.target.value })}
              className="h-7 min-w-0 flex-1 rounded-md border bg-panel px-2 font-mono"
            />
            <input
              aria-label="Limit in tokens"
              placeholder="200,000"
              inputMode="numeric"
              value={tokens}
              onChange={(event) => change(key, { tokens: event.target.value })}
              className="h-7 w-32 rounded-md border bg-panel px-2 text-right font-mono tabular-nums"
            />
            <span className="text-ink2">tokens</span>
            <Button
              variant="quiet"
              aria-label={`Remove ${pattern === '' ? 'this line' : withoutControls(pattern)}`}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button
        className="mt-3"
        onClick={() =>
          setRows([
            ...rows,
            { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, pattern: '', tokens: '' },
          ])
        }
      >
        Add a line
      </Button>
      <p role="status" className="mt-3 min-h-5">
        {put.isError ? (
          <span className="text-overflow">
            {put.error.message} {put.error.hint}
          </span>
        ) : put.data === undefined ? null : (
          `Saved; ${counted(put.data.sessions, 'session')} changed.`
        )}
      </p>
      <div className="mt-2 flex gap-2">
        <Button variant="primary" disabled={put.isPending} onClick={save}>
          {put.isPending ? 'Applying …' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
