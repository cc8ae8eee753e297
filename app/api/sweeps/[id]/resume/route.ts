export { postResume as POST } from '@/lib/server/http/sweeps/sweeps';

export const dynamic = 'force-dynamic';
