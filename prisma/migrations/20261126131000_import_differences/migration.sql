-- A row of a plan tells what the file says otherwise than the network, and which earlier entry of the file is about the same.
ALTER TABLE "import_plan_rows" ADD COLUMN "differences" JSONB NOT NULL DEFAULT '[]', ADD COLUMN "same_as_line" INTEGER;
