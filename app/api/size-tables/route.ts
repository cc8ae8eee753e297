export { getSizeTables as GET } from '@/lib/host/server/size-tables';

export const dynamic = 'force-dynamic';
