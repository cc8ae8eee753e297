import type { Metadata } from 'next';
import { Builder } from '@/components/scenarios/builder/builder';

export const metadata: Metadata = { title: 'Scenario builder' };

/** Builder of scenarios; runs entirely in the browser. */
export default function BuilderPage() {
  return <Builder />;
}
