-- Work that comes again: templates that a person picks, jobs by the calendar, and rules by which an outage or an alarm makes an
-- entry. One table, because all three say the same about the work and differ only in what makes the entry.
create table work_plans (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null constraint work_plan_kind check (kind in ('template', 'recurring', 'rule')),
  status text not null constraint work_plan_status check (status in ('active', 'disabled')),
  name text not null,
  description text not null,
  type text not null constraint work_plan_type check (type in ('inspection', 'repair', 'replacement', 'cleaning', 'installation',
    'relocation', 'vandalism', 'software', 'other')),
  priority text not null constraint work_plan_priority check (priority in ('critical', 'high', 'medium', 'low')),
  resource text not null constraint work_plan_resource check (resource in ('none', 'remote', 'on_site_technician', 'partner', 'vendor')),
  -- A time on the wall of the organization.
  starts_at text constraint starts_at_is_wall_time check (starts_at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  period text constraint work_plan_period check (period in ('daily', 'weekly', 'monthly', 'yearly')),
  every int not null default 1 constraint work_plan_every check (every between 1 and 12),
  triggers text[] not null default '{}',
  -- Counts changes of the calendar: the numbers of runs begin again, and must not meet those of before.
  schedule int not null default 1,
  -- Runs, outages and alarms up to this moment make no entry: the plan was made, switched on or given other triggers then.
  active_since timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint recurring_has_a_calendar check (kind <> 'recurring' or (starts_at is not null and period is not null)),
  constraint rule_has_a_trigger check (kind <> 'rule' or triggers <> '{}')
);
create index work_plans_of_organization on work_plans (organization_id, id);
create index work_plans_active on work_plans (kind, id) where status = 'active';

-- None: all locations that the organization owns or operates.
create table work_plan_locations (
  plan_id uuid not null references work_plans (id) on delete cascade,
  location_id uuid not null references locations (id) on delete cascade,
  constraint one_location_a_plan primary key (plan_id, location_id)
);
create index work_plan_locations_of_location on work_plan_locations (location_id);

-- A run is claimed by its row: of two processes the second finds it there and makes nothing.
create table work_plan_runs (
  plan_id uuid not null references work_plans (id) on delete cascade,
  schedule int not null,
  number int not null,
  run_at timestamptz(3) not null,
  done_at timestamptz(3) not null,
  entries int not null,
  constraint one_run_a_number primary key (plan_id, schedule, number)
);

-- An outage or an alarm that a rule answered, once. An entry that a person deletes is not made again while its cause lasts.
-- Outages and alarms are two tables, so the cause has no foreign key.
create table work_plan_causes (
  plan_id uuid not null references work_plans (id) on delete cascade,
  cause_id uuid not null,
  entry_id uuid references maintenance_log_entries (id) on delete set null,
  seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint one_answer_a_cause primary key (plan_id, cause_id)
);
create index work_plan_causes_open on work_plan_causes (cause_id) where ended_at is null;
create index work_plan_causes_of_entry on work_plan_causes (entry_id) where entry_id is not null;

alter table maintenance_log_entries add column plan_id uuid references work_plans (id) on delete set null;
create index maintenance_log_of_plan on maintenance_log_entries (plan_id, created_at desc) where plan_id is not null;
