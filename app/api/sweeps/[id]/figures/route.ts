export { getFigures as GET } from '@/lib/host/server/sweeps/sweeps';

export const dynamic = 'force-dynamic';
