export { getSweeps as GET, postSweep as POST } from '@/lib/server/http/sweeps/sweeps';

export const dynamic = 'force-dynamic';
