import { Tooltip } from '@/components/ui/tooltip';
import type { SettingField } from '@/lib/policies/contract/fields';

/** A mark beside a setting's name that explains it; nothing without a description. */
export function AboutSetting(props: {
  readonly field: Pick<SettingField, 'label' | 'description'>;
}) {
  const { label, description } = props.field;
  if (description === undefined || description === '') return null;
  return (
    <Tooltip text={description} side="right">
      <button
        type="button"
        aria-label={`About ${label}`}
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
