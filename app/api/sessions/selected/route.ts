export { postSelected as POST } from '@/lib/host/server/sessions/listing';

export const dynamic = 'force-dynamic';
