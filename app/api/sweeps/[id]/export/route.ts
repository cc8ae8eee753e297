export { getSweepExport as GET } from '@/lib/host/server/sweeps/export-sweep';

export const dynamic = 'force-dynamic';
