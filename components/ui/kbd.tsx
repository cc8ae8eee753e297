import type { ReactNode } from 'react';

/** A key as printed on a keyboard. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded border border-line bg-panel px-1 text-xs text-ink2">
      {children}
    </kbd>
  );
}
