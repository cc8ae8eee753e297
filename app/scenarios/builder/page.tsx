import type { Metadata } from 'next';
import { Builder } from '@/components/scenarios/builder/builder';

export const metadata: Metadata = { title: 'Scenario builder' };

/** Builds scenarios; everything of it happens in the browser. */
export default function BuilderPage() {
  return <Builder />;
}
