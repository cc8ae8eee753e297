ALTER TABLE "Corpus" ADD COLUMN "excluded" TEXT;
