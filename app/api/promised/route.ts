export { getPromised as GET, postPromised as POST } from '@/lib/server/http/runs/promised';

export const dynamic = 'force-dynamic';
