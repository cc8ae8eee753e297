-- AlterTable
ALTER TABLE "SessionData" ADD COLUMN "references" BYTEA;
