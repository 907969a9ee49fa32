-- The page of a person lists the allowlists that name one of their cards; of the hashes only those within one allowlist were indexed.
create index allowlist_entities_of_key on allowlist_entities (key_hash);
