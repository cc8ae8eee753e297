'use client';

import { About } from '@/components/ui/about';
import { lateAddition } from '@/components/ui/late';
import type { SettingField } from '@/lib/engine/policy/fields';

/** The help is fetched when it is first opened: it needs every policy's options. */
const Help = lateAddition(
  () => import('./setting-help').then((made) => made.SettingHelp),
  ({ field }: { readonly field: SettingField }) => <span>{field.description ?? field.label}.</span>,
).Part;

/** A mark beside a setting's name that says what it does, its formula, when to move it, and where it is set. */
export function AboutSetting({ field }: { readonly field: SettingField }) {
  return <About name={field.label} text={<Help field={field} />} />;
}
