-- The time that a priority allows for a log entry runs while people work. An organization without a row works round the clock,
-- as every installation did before.
create table maintenance_hours (
  organization_id uuid primary key references organizations (id) on delete cascade,
  time_zone text not null,
  -- Monday is 1. None: round the clock.
  days smallint[] not null constraint working_days_of_a_week check (days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  opens text not null constraint opens_is_a_clock_time check (opens ~ '^\d\d:\d\d$'),
  closes text not null constraint closes_is_a_clock_time check (closes ~ '^\d\d:\d\d$'),
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint opens_before_it_closes check (opens < closes)
);
