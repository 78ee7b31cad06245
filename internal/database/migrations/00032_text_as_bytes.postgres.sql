-- +goose Up
-- A text compares as its bytes, as it does on SQLite, whatever the locale that the database was made with: otherwise
-- identifiers, symbols and slugs are ordered, and pages of lists cut, by the rules of somebody's language. Indexes and
-- keys are rebuilt, tables are not. The function stays for the migrations to come: one that adds a text column
-- closes with SELECT compare_texts_as_bytes().
-- +goose StatementBegin
CREATE FUNCTION compare_texts_as_bytes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    change TEXT;
BEGIN
    FOR change IN
        SELECT format('ALTER TABLE %s %s', tables.oid::regclass,
            string_agg(format('ALTER COLUMN %I TYPE %s COLLATE "C"', columns.attname,
                format_type(columns.atttypid, columns.atttypmod)), ', ' ORDER BY columns.attnum))
        FROM pg_attribute AS columns
        JOIN pg_class AS tables ON tables.oid = columns.attrelid
        WHERE tables.relnamespace = current_schema()::regnamespace AND tables.relkind IN ('r', 'p')
            AND columns.attnum > 0 AND NOT columns.attisdropped
            AND columns.attinhcount = 0 -- a partition follows its table
            AND columns.attcollation NOT IN (0, '"C"'::regcollation)
        GROUP BY tables.oid
        ORDER BY tables.oid
    LOOP
        EXECUTE change;
    END LOOP;
END;
$$;
-- +goose StatementEnd
SELECT compare_texts_as_bytes();
