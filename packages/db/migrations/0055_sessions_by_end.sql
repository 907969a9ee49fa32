-- How many sessions were open at an hour of the past is asked by every overview and dashboard: it needs those that ended since.
-- Rows lie in the order in which sessions began, and nearly all end within a day, so that a few pages say where to look; the kind
-- of operators with several ranges a block keeps one stay of a month from spoiling its block.
create index parking_sessions_by_end on parking_sessions using brin (ended_at timestamptz_minmax_multi_ops);
create index rental_sessions_by_end on rental_sessions using brin (ended_at timestamptz_minmax_multi_ops);
