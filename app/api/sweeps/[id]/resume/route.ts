export { postResume as POST } from '@/lib/host/server/sweeps/sweeps';

export const dynamic = 'force-dynamic';
