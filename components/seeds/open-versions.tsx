'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { AddsSession } from '@/components/scenarios/open-scenario';
import { Button } from '@/components/ui/button';
import { useOpenScenario } from '@/lib/api/queries/queries';
import type { VersionRow } from '@/lib/answers/report/seeds/versions/versions-table';
import type { Scenario } from '@/lib/readers/scenarios/schema';

/** A version to open: policy and preset settings. */
type OpenableVersion = Pick<VersionRow, 'version' | 'policy' | 'preset'> & {
  readonly settings: Readonly<Record<string, string | number | boolean>>;
};

/** Opens a scenario on the workbench under one of the versions. */
export function OpenVersions(props: {
  readonly versions: readonly OpenableVersion[];
  readonly scenario: Scenario;
}) {
  const { versions, scenario } = props;
  const router = useRouter();
  const opening = useOpenScenario();
  const describedBy = useId();
  const open = ({ policy, settings }: OpenableVersion): void =>
    opening.mutate(
      { scenario, policy, settings },
      { onSuccess: ({ sessionId, search }) => router.push(`/sessions/${sessionId}${search}`) },
    );
  return (
    <div
      role="group"
      aria-label="Open on the workbench"
      className="mt-3 flex flex-wrap items-center gap-1.5"
    >
      <span className="mr-1 text-sm text-ink2">open {scenario.name} under</span>
      {versions.map((one) => (
        <Button
          key={one.preset}
          size="small"
          aria-describedby={describedBy}
          disabled={opening.isPending || opening.isSuccess}
          onClick={() => open(one)}
        >
          {one.version}
        </Button>
      ))}
      <AddsSession id={describedBy} className="w-full text-sm" />
      {opening.error === null ? null : (
        <p role="alert" className="w-full text-sm text-overflow">
          {opening.error.message}
        </p>
      )}
    </div>
  );
}
