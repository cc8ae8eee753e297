export { getSweep as GET, removeSweep as DELETE } from '@/lib/server/http/sweeps/sweeps';

export const dynamic = 'force-dynamic';
