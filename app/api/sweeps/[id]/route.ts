export { getSweep as GET, removeSweep as DELETE } from '@/lib/host/server/sweeps/sweeps';

export const dynamic = 'force-dynamic';
