'use client';

import Link from 'next/link';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { SiteNav } from '@/components/ui/site-nav';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { Tooltip } from '@/components/ui/tooltip';
import { formatInteger } from '@/lib/base/format';
import { guardAgreement } from '@/lib/replay/guard-agreement';
import { FidelityBadge } from './fidelity-badge';
import { useLateFrame, useWorkbench } from './use-workbench';

const tiers = {
  A: 'Usage on every step; system prompt and tools recorded.',
  B: 'Usage on every step; system prompt or tools not recorded.',
  C: 'Usage on some steps only.',
  D: 'No usage: real tokens are projected.',
} as const;

/** Where one is, what was recorded, and what can be done with the view. */
export function Header({
  copied,
  onShare,
  onShortcuts,
}: {
  readonly copied: boolean;
  readonly onShare: () => void;
  readonly onShortcuts: () => void;
}) {
  const { record } = useWorkbench();
  const { row, source } = record;
  useEffect(() => {
    document.title = `${row.name} · Highwater`;
  }, [row.name]);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3.5 gap-y-1 border-b border-line bg-panel px-4 py-1.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link href="/" className="font-semibold tracking-[-0.01em]">
          Highwater
        </Link>
        <SiteNav brief />
        <span aria-hidden="true" className="text-ink3">
          /
        </span>
        <h1 className="max-w-[28ch] truncate" title={row.name}>
          {row.name}
        </h1>
      </div>
      <Chip>{source.agent}</Chip>
      {row.model === null ? null : <Chip>{row.model}</Chip>}
      <Chip>
        {formatInteger(row.steps)} {row.steps === 1 ? 'step' : 'steps'}
      </Chip>
      <Tooltip text={tiers[row.usageTier]}>
        <button type="button" className="border-l border-line pl-3.5 text-ink2">
          tier {row.usageTier}
        </button>
      </Tooltip>
      {row.generated ? <Chip>generated</Chip> : null}
      <div className="ml-auto flex items-center gap-2">
        <Badge />
        <Button onClick={onShare}>{copied ? 'Link copied' : 'Share …'}</Button>
        <ThemeSwitch />
        <Tooltip text="Keyboard shortcuts">
          <Button variant="quiet" size="icon" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <Kbd>?</Kbd>
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <span className="border-l border-line pl-3.5 whitespace-nowrap text-ink2">{children}</span>
  );
}

/** How far the replay is proven: against recorded state where there is any, else what is known. */
function Badge() {
  const { replay, policy } = useLateFrame();
  const { profile } = replay.session;
  const agreement = useMemo(
    () =>
      policy.id.startsWith('contextguard') && profile.head.guard.length > 0
        ? guardAgreement(profile, replay)
        : null,
    [policy, profile, replay],
  );
  if (agreement !== null) {
    const { steps, agreeing, mismatches } = agreement;
    const first = mismatches[0];
    return (
      <Tooltip
        text={
          first === undefined
            ? 'Every recorded state key equals the replayed one.'
            : `Step ${formatInteger(first.step)}: ${first.key} recorded ${formatInteger(first.recorded)}, replayed ${formatInteger(first.replayed)}.`
        }
      >
        <button
          type="button"
          className={`whitespace-nowrap ${agreeing === steps ? 'text-compaction' : 'text-ink2'}`}
        >
          {agreeing === steps ? '◆' : '◇'} agrees on {formatInteger(agreeing)} of{' '}
          {formatInteger(steps)}
        </button>
      </Tooltip>
    );
  }
  return <FidelityBadge />;
}
