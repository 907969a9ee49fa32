-- What every write stands on: the keys under which a person repeats it, frozen selections and the background jobs made of
-- them, and what a person keeps for itself: views and layouts of lists.

-- Values (idempotency): a person's own, kept 24 h. Inserted first, in the verb's transaction, so that no effect is without
-- its key; `json` and not `jsonb`, because the answer is given again as it was.
create table idempotency_keys (
  person_id uuid not null references console_users (id) on delete cascade,
  key text not null,
  -- SHA-256 of method, address and body.
  request_hash bytea not null,
  -- Null: not answered yet, or the answer held a secret.
  reply json,
  created_at timestamptz(3) not null,
  primary key (person_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- "All that match": ids of a filter at one moment, for one person, kept 24 h.
create table selections (
  id uuid primary key,
  person_id uuid not null references console_users (id) on delete cascade,
  resource_type text not null,
  ids uuid[] not null constraint selection_is_bounded check (cardinality(ids) <= 50000),
  created_at timestamptz(3) not null
);
create index selections_by_age on selections (created_at);

-- `done` and `failed` are written with each item: together they say where it goes on after a stop.
create table background_jobs (
  id uuid primary key,
  person_id uuid not null references console_users (id) on delete cascade,
  -- Which bulk action, in the words of the code, and its arguments.
  action text not null,
  arguments jsonb,
  title text not null,
  ids uuid[] not null,
  status text not null constraint background_job_status check (status in ('waiting', 'running', 'done', 'cancelled')),
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  correlation_id uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint ended_background_job_says_when check ((ended_at is not null) = (status in ('done', 'cancelled'))),
  constraint background_job_counts_its_items check (done + failed <= total and total = cardinality(ids))
);
create index background_jobs_of_person on background_jobs (person_id, id desc);
create index background_jobs_by_age on background_jobs (created_at);

create table background_job_failures (
  job_id uuid not null references background_jobs (id) on delete cascade,
  position int not null,
  -- As it travels: id, error_code, error_message and naming fields.
  failure jsonb not null,
  primary key (job_id, position)
);

create table saved_views (
  id uuid primary key,
  person_id uuid not null references console_users (id) on delete cascade,
  list text not null,
  name text not null,
  search text not null,
  created_at timestamptz(3) not null
);
create index saved_views_of_person on saved_views (person_id, id);

create table list_layouts (
  person_id uuid not null references console_users (id) on delete cascade,
  list text not null,
  layout jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (person_id, list)
);
