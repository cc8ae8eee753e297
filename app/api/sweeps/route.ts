export { getSweeps as GET, postSweep as POST } from '@/lib/host/server/sweeps/sweeps';

export const dynamic = 'force-dynamic';
