export { getResults as GET } from '@/lib/server/http/sweeps/sweeps';

export const dynamic = 'force-dynamic';
