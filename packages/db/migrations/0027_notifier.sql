-- Spec 3 (Notifier subscription): what an organization wants to be notified of, where and how often.
create table notifier_subscriptions (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  event text not null constraint notifier_event check (event in ('connection', 'connection_confirmed', 'alarm', 'status',
    'parking_reminder', 'report', 'maintenance_log', 'command_failed', 'session_force_ended', 'payment_needs_approval')),
  messaging_type text not null constraint notifier_messaging_type check (messaging_type in ('webhook', 'email', 'slack', 'ms_teams', 'in_app')),
  type text not null constraint notifier_type check (type in ('single', 'aggregated', 'daily_digest')),
  url text not null,
  description text not null default '',
  -- Webhooks are signed. Sealed with the key of the installation; the second one is valid while receivers change over.
  secret text,
  former_secret text,
  former_secret_until timestamptz(3),
  created_by uuid references console_users (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint notifier_webhook_is_signed check ((messaging_type = 'webhook') = (secret is not null))
);
create index notifier_subscriptions_of_organization on notifier_subscriptions (organization_id, id);
create index notifier_subscriptions_by_event on notifier_subscriptions (event);

-- One message is one or several events, sent until it is accepted or given up.
create table notifier_messages (
  id uuid primary key,
  subscription_id uuid not null references notifier_subscriptions (id) on delete cascade,
  kind text not null constraint notifier_message_kind check (kind in ('events', 'test', 'replay')),
  payload jsonb not null,
  state text not null constraint notifier_message_state check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Null while a job sends it, and when it has ended.
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index notifier_messages_of_subscription on notifier_messages (subscription_id, id desc);
create index notifier_messages_due on notifier_messages (next_try_at) where next_try_at is not null;

-- The same event is never noticed twice for a subscription, however often the newest events are read.
create table notifier_notices (
  subscription_id uuid not null references notifier_subscriptions (id) on delete cascade,
  event_id uuid not null,
  at timestamptz(3) not null,
  message_id uuid references notifier_messages (id) on delete set null,
  primary key (subscription_id, event_id)
);
create index notifier_notices_waiting on notifier_notices (subscription_id, at) where message_id is null;

-- Every attempt with what the receiver answered.
create table notifier_attempts (
  id uuid primary key,
  message_id uuid not null references notifier_messages (id) on delete cascade,
  at timestamptz(3) not null,
  duration_ms int not null,
  status_code int,
  response text not null default '',
  failure text
);
create index notifier_attempts_of_message on notifier_attempts (message_id, id desc);
