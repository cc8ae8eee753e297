/**
 * Goat's compactor as its document describes it: docs/diagrams/07-context-compaction.md.
 *
 * Utilisation is messages / (window − system − output); above 80 % the newest 40 % of the messages
 * stay, moved back so that no call loses its response, behind "[COMPACT SUMMARY]" and the assistant's
 * "Understood."; where the summariser fails or says nothing, a placeholder replaces the head.
 * The document does not speak of pruning, and gives no rule for a denominator of 0 or less: the
 * quotient is then taken as it stands, so a negative one never fires.
 */
import { formatInteger } from '@/lib/engine/base/format';
import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import { GoatRun, type GoatCut } from './run';
import {
  goatDecision,
  goatForm,
  goatPlaceholderSettings,
  goatProvenance,
  goatSettings,
} from './settings';
import { mostOfShare } from '@/lib/engine/mechanisms/most-of-share';
import { pairSafeBack } from '@/lib/engine/mechanisms/tool-pairs';
import { withoutPrefixForm } from '@/lib/engine/policy/decision';
import { definePolicy } from '@/lib/engine/policy/policy';

/** In front of the summary, and the message behind it. */
const WRAPPER = '[COMPACT SUMMARY]\n'.length;
const ACKNOWLEDGEMENT = 'Understood.'.length;

class DocumentedRun extends GoatRun {
  protected readonly lead = 2;

  own(_step: number, h: number): number {
    return h - this.input.requests.estimator.prefix;
  }

  override estimated(_step: number, estimate: number): number {
    return Math.max(0, estimate - this.input.requests.estimator.prefix);
  }

  protected cut(step: number, end: number): GoatCut | null {
    const { profile, summariser } = this.input;
    const { first, entryOf } = this.messages;
    const until = intAt(first, end);
    const lead = this.view.injected ? this.lead : 0;
    const count = lead + until - this.firstMessage;
    const kept = Math.max(1, Math.trunc(count * this.settings.preserve));
    const wanted = Math.max(this.firstMessage, until - kept);
    const from = this.view.covered;
    const entry = pairSafeBack(profile, from, intAt(entryOf, wanted), end);
    if (entry === from && lead === 0) return null;
    const made = this.summarisedCut(intAt(first, entry));
    if (summariser.failed)
      this.note(step, 'failure', 'The summariser failed: a placeholder replaces the head.');
    return made;
  }

  protected override acknowledge(): void {
    this.addText(ACKNOWLEDGEMENT);
  }

  protected unhelped(step: number): void {
    this.note(step, 'no-op', 'The list did not change; the document does not cover this case.');
  }
}

/** Goat's context compaction, as documented. */
export const goatDocumented = definePolicy({
  id: 'goat-documented',
  label: 'Goat, as documented',
  provenance: goatProvenance('docs/diagrams/07-context-compaction.md', 'documented'),
  decision: {
    ...goatDecision,
    thresholdRule: 'fires above threshold share × (window − prefix − reserve)',
    threshold: ({ window, reserve, utilization, enabled }, prefix) => {
      const available = window - prefix - reserve;
      if (!enabled || available < 0) return Infinity;
      return available === 0 ? 0 : mostOfShare(available, utilization);
    },
    thresholdFormula: ({ window, reserve, utilization }, prefix) =>
      `${utilization} × (${formatInteger(window)} − ${formatInteger(prefix)} − ${formatInteger(reserve)})`,
    value: [withoutPrefixForm],
  },
  traits: { summariserCache: 'unshared' },
  settings: z.strictObject({ ...goatSettings, ...goatPlaceholderSettings }),
  presets: [{ id: 'reference', label: 'The document’s constants', settings: {} }],
  form: (settings, profile, prefixTokens) => goatForm(settings, profile, prefixTokens, WRAPPER),
  begin: (settings, input) => new DocumentedRun(settings, input),
});
