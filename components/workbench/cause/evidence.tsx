'use client';

import type { Evidence } from '@/lib/analysis/explain/cause/cause';
import { formatInteger } from '@/lib/engine/base/format';
import { useWorkbench } from '../state/use-workbench';
import { useEvidenceNumber } from './use-cause';

/** The ring around a number. */
export const evidenceRing =
  'inline-flex size-[15px] items-center justify-center rounded-full border border-accent text-[10px] leading-none font-semibold text-accent';

/** The number of a sentence; leads to what proves it. */
export function EvidenceMark(props: { readonly number: number; readonly evidence: Evidence }) {
  const { number, evidence } = props;
  const { store } = useWorkbench();
  return (
    <button
      type="button"
      data-evidence={number}
      aria-label={`Evidence ${number}: ${placeText(evidence)}`}
      aria-describedby={inLedger(evidence) ? idOf(number) : undefined}
      className="-mx-px -my-1 inline-flex size-6 items-center justify-center align-middle"
      onClick={() => {
        if (evidence.kind === 'step') store.select(evidence.step);
        else focusOn(placeOf(evidence));
        for (const mark of document.querySelectorAll(`[data-evidence-at="${number}"]`))
          lightUp(mark);
      }}
    >
      <span className={`${evidenceRing} before:content-[attr(data-number)]`} data-number={number} />
    </button>
  );
}

/** The same number beside what proves the sentence; nothing where it proves none. */
export function EvidenceNumber({ is }: { readonly is: (evidence: Evidence) => boolean }) {
  const number = useEvidenceNumber(is);
  if (number === null) return null;
  return (
    <span className={`${evidenceRing} ml-1 align-[1px]`} data-evidence-at={number}>
      <span className="sr-only">evidence </span>
      {number}
    </span>
  );
}

const idOf = (number: number): string => `evidence-${number}`;

const inLedger = ({ kind }: Evidence): boolean => kind === 'operand' || kind === 'entries';

/** Id of a part of the ledger that proves a sentence, which describes the sentence's number. */
export function useEvidenceId(is: (evidence: Evidence) => boolean): string | undefined {
  const number = useEvidenceNumber(is);
  return number === null ? undefined : idOf(number);
}

/** True for the evidence that a row of the ledger is. */
export const isOperand =
  (id: string) =>
  (evidence: Evidence): boolean =>
    evidence.kind === 'operand' && evidence.id === id;

function placeText(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'operand':
      return 'its row of the ledger';
    case 'step':
      return `step ${formatInteger(evidence.step)}`;
    case 'entries':
      return 'what the request grew by';
    case 'setting':
      return 'the setting';
  }
}

const placeOf = (evidence: Exclude<Evidence, { readonly kind: 'step' }>): string => {
  switch (evidence.kind) {
    case 'operand':
      return `[data-ledger] [data-operand="${evidence.id}"]`;
    case 'entries':
      return '[data-ledger] [data-growth]';
    case 'setting':
      return `[data-setting="${evidence.key}"]`;
  }
};

/** Milliseconds that a part of the page stays lit. */
const SHOWN_MS = 1_600;

/** Scrolls to a part of the page, gives it the focus and lets it light up. */
function focusOn(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) return;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: 'nearest' });
  lightUp(found);
}

const lightUp = (element: Element): void =>
  void element.animate(
    [{ backgroundColor: 'var(--sel)', boxShadow: '0 0 0 5px var(--sel)' }, {}],
    SHOWN_MS,
  );
