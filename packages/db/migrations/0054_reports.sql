-- Spec section 3 (report: description, timeframe, created at, type, status, download link with validity). A report is made by a job
-- with the rights of the person who asked for it last; its file and its preview are the state of that time.
create table reports (
  id uuid primary key,
  organization_id uuid references organizations (id),
  description text not null constraint report_description_bounds check (char_length(description) between 5 and 200),
  type text not null constraint report_type check (type in ('detailed_parking', 'payment', 'locations_launched', 'location_usage',
    'session_history', 'location_uptime', 'locations_metadata')),
  format text not null constraint report_format check (format in ('csv', 'xlsx')),
  -- What was chosen; which locations these are is found when the report is made.
  location_ids uuid[] not null default '{}',
  tags text[] not null default '{}',
  of_organization_id uuid,
  timeframe text not null constraint report_timeframe check (timeframe in ('last_year', 'current_year', 'last_month', 'current_month', 'own')),
  from_day date not null,
  to_day date not null,
  status text not null constraint report_status check (status in ('pending', 'running', 'ready', 'failed', 'expired')),
  -- Counts the runs; a job of an earlier one does nothing.
  attempt int not null default 1,
  rows_done bigint not null default 0,
  bytes bigint,
  failure text,
  has_people boolean not null default false,
  -- The locations that the file is about: who may not see one of them may not have the file.
  covered_ids uuid[] not null default '{}',
  -- Where the maker held a further right that fills columns: {"payment GET": [location ids]}.
  covered_by_right jsonb not null default '{}',
  -- The chart and the first rows, without people.
  preview jsonb,
  repeats_monthly boolean not null default false,
  repeat_of uuid references reports (id),
  run_by uuid not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  expires_at timestamptz(3),
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint report_days_in_order check (to_day >= from_day and to_day - from_day <= 366),
  constraint ready_report_has_a_file check (status <> 'ready' or (bytes is not null and expires_at is not null)),
  constraint failed_report_says_why check ((status = 'failed') = (failure is not null))
);
create index reports_by_time on reports (created_at desc, id desc);
create index reports_to_expire on reports (expires_at) where status = 'ready';
create index reports_to_repeat on reports (id) where repeats_monthly;
create unique index one_repeat_a_month on reports (repeat_of, from_day) where repeat_of is not null;
