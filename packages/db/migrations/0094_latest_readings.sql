-- The newest reading of a firmware describes its parameters; most hardware has one of few firmware names.
create index configs_by_confirmation on hardware_configs (confirmed_at desc);
