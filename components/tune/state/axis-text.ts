import { formatExact, formatShort } from '@/lib/base/format';
import type { SettingField } from '@/lib/policies/contract/fields';

/** A setting's value on an axis, short: "200k", "5". */
export const tickText = ({ kind }: SettingField, value: number): string =>
  kind === 'integer' ? formatShort(value) : formatExact(value);
