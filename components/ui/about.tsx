import type { ReactNode } from 'react';
import { Tooltip } from './tooltip';

/** A mark beside a name that explains it on hover, focus and touch. */
export function About({ name, text }: { readonly name: string; readonly text: ReactNode }) {
  return (
    <Tooltip text={text} side="right">
      <button
        type="button"
        aria-label={`About ${name}`}
        className="inline-flex size-6 shrink-0 cursor-help items-center justify-center text-ink3 hover:text-ink"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-3.5 items-center justify-center rounded-full border border-line text-[0.625rem]"
        >
          ?
        </span>
      </button>
    </Tooltip>
  );
}
