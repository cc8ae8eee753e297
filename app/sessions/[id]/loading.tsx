import { WorkbenchSkeleton } from '@/components/workbench/workbench-skeleton';

/** Shown while the page is on the way. */
export default function Loading() {
  return <WorkbenchSkeleton />;
}
