'use client';

import Link from 'next/link';
import { useEffect, useMemo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { PaletteButton } from '@/components/ui/site/palette-button';
import { SiteNav } from '@/components/ui/site-nav';
import { ThemeSwitch } from '@/components/ui/theme/theme-switch';
import { Tooltip } from '@/components/ui/tooltip';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { guardAgreement } from '@/lib/engine/replay/guard-agreement';
import { usageWords } from '@/lib/engine/tokens/usage/recorded-usage';
import { useFindings } from '../findings/use-findings';
import { FidelityBadge } from './fidelity-badge';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Session name, its recording in short, the replay's agreement, and the view's actions. */
export function Header(props: {
  readonly copied: boolean;
  readonly onShare: () => void;
  readonly onShortcuts: () => void;
}) {
  const { copied, onShare, onShortcuts } = props;
  const { record, store } = useWorkbench();
  const { row, source } = record;
  const usage = usageWords(store.session.profile);
  useEffect(() => {
    document.title = `${withoutControls(row.name)} · Highwater`;
  }, [row.name]);
  return (
    <header className="flex min-h-12 flex-wrap items-center xl:flex-nowrap gap-x-3.5 gap-y-1 border-b border-line bg-panel px-4 py-1.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 xl:contents">
        <Link href="/" prefetch={false} className="font-semibold tracking-[-0.01em]">
          Highwater
        </Link>
        <SiteNav brief />
        <span aria-hidden="true" className="text-ink3">
          /
        </span>
        <h1
          // Gives way before all else; its tooltip and the library have the whole name.
          className="max-w-[28ch] min-w-[8ch] shrink-[99999] truncate"
          title={withoutControls(row.name)}
        >
          <ForeignText text={row.name} />
        </h1>
      </div>
      <NameChip name={source.agent} />
      {row.model === null ? null : <NameChip name={row.model} />}
      <Chip>{counted(row.steps, 'step')}</Chip>
      <Tooltip text={usage.text}>
        <button type="button" className="border-l border-line pl-3.5 whitespace-nowrap text-ink2">
          {usage.brief}
        </button>
      </Tooltip>
      {row.generated ? <Chip>generated</Chip> : null}
      <div className="ml-auto flex min-w-0 items-center gap-2">
        <Badge />
        <FindingsButton />
        <Button onClick={onShare}>{copied ? 'Link copied' : 'Share …'}</Button>
        <PaletteButton />
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

/** How much is found, without what is suppressed; opens the list. */
function FindingsButton() {
  const { store } = useWorkbench();
  const found = useFindings();
  const text = found === null ? 'Findings …' : counted(found.shown.length, 'finding');
  return (
    <Button variant="quiet" onClick={() => store.openTab('findings')}>
      {text}
    </Button>
  );
}

function Chip({ children }: { readonly children: string }) {
  return (
    <span className="border-l border-line pl-3.5 whitespace-nowrap text-ink2">{children}</span>
  );
}

/** A name of any length that the recording gives. */
function NameChip({ name }: { readonly name: string }) {
  return (
    <span
      className="min-w-[6ch] truncate border-l border-line pl-3.5 text-ink2"
      title={withoutControls(name)}
    >
      <ForeignText text={name} />
    </span>
  );
}

/** Agreement of the replay with recorded state; without any, with recorded compactions. */
function Badge() {
  const { replay, policy } = useLateFrame();
  const { profile } = replay.session;
  const agreement = useMemo(
    () =>
      policy.guardState !== undefined && profile.head.guard.length > 0
        ? guardAgreement(profile, replay)
        : null,
    [policy, profile, replay],
  );
  if (agreement !== null) {
    const { steps, agreeing, mismatches } = agreement;
    const first = mismatches[0];
    const words = `same state on ${formatInteger(agreeing)} of ${counted(steps, 'step')}`;
    return (
      <Tooltip
        text={
          first === undefined
            ? `${words}: every recorded state key equals the replayed one.`
            : `${words}. Step ${formatInteger(first.step)}: ${first.key} recorded ${formatInteger(first.recorded)}, replayed ${formatInteger(first.replayed)}.`
        }
      >
        <button
          type="button"
          className={`min-w-0 truncate ${agreeing === steps ? 'text-good' : 'text-ink2'}`}
        >
          {agreeing === steps ? '◆' : '◇'} {words}
        </button>
      </Tooltip>
    );
  }
  return <FidelityBadge />;
}
