import { formatExact, formatShort } from '@/lib/engine/base/format';
import type { SettingField } from '@/lib/engine/policy/fields';

/** A setting's value on an axis, short: "200k", "5". */
export const tickText = ({ kind }: SettingField, value: number): string =>
  kind === 'integer' ? formatShort(value) : formatExact(value);
