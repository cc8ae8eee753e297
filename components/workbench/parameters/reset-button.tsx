import { RotateCcw } from 'lucide-react';

/** Resets one setting to its default. */
export function ResetButton(props: { readonly label: string; readonly onClick: () => void }) {
  const { label, onClick } = props;
  return (
    <button
      type="button"
      aria-label={`Reset ${label}`}
      title={`Reset ${label}`}
      className="flex size-5 items-center justify-center rounded text-ink3 hover:bg-sel hover:text-ink"
      onClick={onClick}
    >
      <RotateCcw size={12} aria-hidden="true" />
    </button>
  );
}
