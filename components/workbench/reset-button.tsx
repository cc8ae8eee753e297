import { RotateCcw } from 'lucide-react';

/** Gives one setting its default back. */
export function ResetButton({
  label,
  onClick,
}: {
  readonly label: string;
  readonly onClick: () => void;
}) {
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
