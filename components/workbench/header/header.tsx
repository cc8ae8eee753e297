'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useMemo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { PaletteButton } from '@/components/ui/site/palette-button';
import { ThemeSwitch } from '@/components/ui/theme/theme-switch';
import { Tooltip } from '@/components/ui/tooltip';
import { badgeUnder } from '@/lib/answers/report/systems/badge';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { guardAgreement } from '@/lib/engine/replay/guard-agreement';
import { FidelityBadge } from './fidelity-badge';
import { initialSettings } from '../state/view-url';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** The slim bar: the session, the policy it is shown under, and what leads away from the page. */
export function Header(props: {
  readonly copied: boolean;
  readonly onShare: () => void;
  readonly onShortcuts: () => void;
  readonly onSettings: () => void;
}) {
  const { copied, onShare, onShortcuts, onSettings } = props;
  const { record } = useWorkbench();
  const { row, source } = record;
  useEffect(() => {
    document.title = `${withoutControls(row.name)} · Highwater`;
  }, [row.name]);
  const facts = [source.agent, row.model ?? '', counted(row.steps, 'step')].filter(Boolean);
  return (
    <header className="flex h-11 shrink-0 items-center gap-x-2 border-b border-line bg-panel px-2 sm:px-3 print:hidden">
      <Link
        href="/"
        prefetch={false}
        aria-label="Library"
        title="Library"
        className="grid size-7 shrink-0 place-items-center rounded-md text-ink2 hover:bg-sel hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden="true" />
      </Link>
      <p
        data-session-name=""
        className="min-w-[6ch] shrink truncate font-semibold"
        title={withoutControls(row.name)}
      >
        <ForeignText text={row.name} />
      </p>
      <p
        className="hidden min-w-0 shrink-[4] truncate border-l border-line pl-3 text-ink2 md:block"
        title={withoutControls(facts.join(' · '))}
      >
        <ForeignText text={facts.join(' · ')} />
      </p>
      <div className="ml-auto flex min-w-0 shrink-[2] items-center gap-1">
        <span className="flex min-w-0 items-center gap-1.5 text-ink2">
          <PolicyButton onPress={onSettings} />
          <span className="mr-3 hidden shrink-0 xl:block">
            <Agreement />
          </span>
        </span>
        <Button onClick={onShare}>{copied ? 'Link copied' : 'Share'}</Button>
        <PaletteButton />
        <span className="hidden sm:inline-flex">
          <ThemeSwitch />
        </span>
        <Tooltip text="Keyboard shortcuts">
          <Button variant="quiet" size="icon" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <Kbd>?</Kbd>
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}

/** The policy in force with its version and badge; leads to its settings. */
function PolicyButton({ onPress }: { readonly onPress: () => void }) {
  const { store } = useWorkbench();
  const { policy, settings } = useLateFrame();
  const badge = useMemo(
    () => badgeUnder(policy, settings, initialSettings(policy, store.session.profile)),
    [policy, settings, store],
  );
  const name = [policy.provenance.system, badge.version].filter(Boolean).join(' ');
  return (
    <Tooltip text={`${policy.label}, ${badge.meaning}`}>
      <button
        type="button"
        data-policy-in-force={policy.id}
        onClick={onPress}
        className="h-7 min-w-0 truncate rounded-md px-1.5 hover:bg-sel"
      >
        as <span className="font-medium text-ink">{name}</span>, {badge.word}
      </button>
    </Tooltip>
  );
}

/** Agreement of the replay with recorded state; without any, with recorded compactions. */
function Agreement() {
  const { replay, policy } = useLateFrame();
  const { profile } = replay.session;
  const agreement = useMemo(
    () =>
      policy.guardState !== undefined && profile.head.guard.length > 0
        ? guardAgreement(profile, replay)
        : null,
    [policy, profile, replay],
  );
  if (agreement === null) return <FidelityBadge />;
  const { steps, agreeing, mismatches } = agreement;
  const [first] = mismatches;
  const words = `same state at ${formatInteger(agreeing)} of ${counted(steps, 'step')}`;
  const detail =
    first === undefined
      ? 'Every recorded state key equals the replayed one.'
      : `Step ${formatInteger(first.step)}: ${first.key} recorded ${formatInteger(first.recorded)}, replayed ${formatInteger(first.replayed)}.`;
  return (
    <Tooltip text={`${words}. ${detail}`}>
      <button
        type="button"
        className={`min-w-0 truncate ${agreeing === steps ? 'text-good' : 'text-ink2'}`}
      >
        {words}
      </button>
    </Tooltip>
  );
}
