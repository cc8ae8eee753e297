import type { Metadata } from 'next';
import { MethodDocument } from '@/components/method/method-document';

export const metadata: Metadata = { title: 'Method' };

/** The assumptions of the projection. */
export default function MethodPage() {
  return <MethodDocument />;
}
