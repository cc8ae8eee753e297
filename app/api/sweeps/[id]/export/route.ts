export { getSweepExport as GET } from '@/lib/server/http/sweeps/export-sweep';

export const dynamic = 'force-dynamic';
