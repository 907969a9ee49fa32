-- Spec 3 (Reminder config, reminder config group): riders who leave a bicycle for long are reminded of it. Rights are held on the
-- group; its configs follow it.
create table reminder_groups (
  id uuid primary key,
  -- Where it was born. Null: the maker belongs to no organization; only staff of the provider sees it.
  organization_id uuid references organizations (id),
  name text not null,
  description text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);

create table reminder_configs (
  id uuid primary key,
  group_id uuid not null references reminder_groups (id) on delete cascade,
  status text not null constraint reminder_status check (status in ('active', 'disabled')),
  -- A time on the wall of each location: 09:00 is another instant in Oslo than in San Francisco.
  activation_at text not null constraint activation_is_wall_time check (activation_at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  period text not null constraint reminder_period check (period in ('hourly', 'daily', 'weekly', 'monthly', 'yearly')),
  min_hours int not null constraint min_hours_range check (min_hours between 1 and 8760),
  subject text not null,
  message text not null,
  generate_notification boolean not null,
  -- Counts changes of activation and period: the numbers of periods begin again, and must not meet those of before.
  schedule int not null default 1,
  -- Runs up to this moment are nobody's: the config was made, switched on or changed then.
  runs_after timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index reminder_configs_of_group on reminder_configs (group_id, id);
create index reminder_configs_active on reminder_configs (id) where status = 'active';

create table reminder_config_locations (
  config_id uuid not null references reminder_configs (id) on delete cascade,
  location_id uuid not null references locations (id) on delete cascade,
  constraint one_location_once primary key (config_id, location_id)
);
create index reminder_config_locations_of_location on reminder_config_locations (location_id);

-- A run is claimed by its row: of two processes the second finds it there and does nothing.
create table reminder_runs (
  config_id uuid not null references reminder_configs (id) on delete cascade,
  schedule int not null,
  time_zone text not null,
  period_number int not null,
  run_at timestamptz(3) not null,
  done_at timestamptz(3) not null,
  -- Too late: nobody was notified.
  is_skipped boolean not null,
  notices int not null,
  constraint one_run_a_period primary key (config_id, schedule, time_zone, period_number)
);

-- Who was reminded. The key is what the specification promises: once a session and period.
create table reminder_notices (
  id uuid primary key,
  group_id uuid not null references reminder_groups (id) on delete cascade,
  config_id uuid not null,
  schedule int not null,
  period_number int not null,
  session_id uuid not null,
  location_id uuid not null references locations (id) on delete cascade,
  device_id uuid not null,
  user_id uuid,
  subject text not null,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- Null: only the event was recorded.
  push_status text constraint reminder_push_status
    check (push_status in ('skipped', 'sent', 'no_push_tokens', 'publish_push_failed', 'send_push_failed')),
  -- The message in the inbox of the person, where there is one; it knows the outcome of its notification.
  message_id uuid,
  constraint one_notice_a_session_and_period unique (session_id, config_id, schedule, period_number)
);
create index reminder_notices_of_group on reminder_notices (group_id, created_at desc, id desc);
create index reminder_notices_newest on reminder_notices (created_at desc, id desc) include (group_id);
create index reminder_notices_of_location on reminder_notices (location_id);
