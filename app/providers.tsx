'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConnectionBar } from '@/components/live/connection-bar';
import { LiveUpdates } from '@/components/live/live-updates';
import { PaletteHost } from '@/components/palette/palette-host';
import { TitleDoor } from '@/components/ui/tip/title-door';
import { NearTaps } from '@/components/ui/touch/near-taps';

const STALE_AFTER_MS = 5_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The server is mostly on this machine: a browser without a network still reaches it.
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnWindowFocus: false,
        retry: 1,
        networkMode: 'always',
      },
      mutations: { retry: 0, networkMode: 'always' },
    },
  });
}

/** Global name of the nonce for libraries that add style elements (scroll locks). */
function publishNonce(nonce: string | undefined): void {
  if (typeof window !== 'undefined' && nonce !== undefined) {
    Object.assign(window, { __webpack_nonce__: nonce });
  }
}

/** Query cache of every page, and the request's nonce for libraries that add styles. */
export function Providers({
  nonce,
  children,
}: {
  readonly nonce: string | undefined;
  readonly children: ReactNode;
}) {
  const [queryClient] = useState(() => {
    publishNonce(nonce);
    return createQueryClient();
  });
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates>
        <ConnectionBar />
        {children}
        <PaletteHost />
        <NearTaps />
        <TitleDoor />
      </LiveUpdates>
    </QueryClientProvider>
  );
}
