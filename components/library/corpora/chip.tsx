import { X } from 'lucide-react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';

/** A condition that can be removed. */
export function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 max-w-80 items-center rounded-md border border-line bg-panel pl-2 text-sm">
      <span className="truncate">
        <ForeignText text={text} />
      </span>
      <button
        type="button"
        aria-label={`Remove: ${withoutControls(text)}`}
        className="grid size-6 place-items-center rounded-md text-ink3 hover:text-ink"
        onClick={onRemove}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
