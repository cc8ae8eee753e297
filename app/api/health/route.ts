export { getHealth as GET } from '@/lib/host/server/imports/imports';

export const dynamic = 'force-dynamic';
