-- Our server inserts one row a statement, through private.insert_requirement. Servers of the release
-- before answer inserts with 503 from here on, until they are restarted; pages retry.
drop function if exists private.store_requirement(json, text);
drop function if exists private.insert_requirements(json);
