export { postFreeze as POST } from '@/lib/host/server/corpora/corpora';

export const dynamic = 'force-dynamic';
