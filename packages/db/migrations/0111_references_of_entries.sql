-- The nightly comparison with the provider's book looks movements up by their reference.
create index payment_entries_of_reference on payment_entries (reference) where reference is not null;
