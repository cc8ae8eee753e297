export { getSizeTables as GET } from '@/lib/server/http/size-tables';

export const dynamic = 'force-dynamic';
