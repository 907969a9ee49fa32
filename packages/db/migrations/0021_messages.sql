-- Messages to riders: the app's inbox, and the notification that points to it.
create table push_tokens (
  token text primary key,
  user_id uuid not null references users (id),
  platform text not null constraint push_token_platform check (platform in ('ios', 'android')),
  created_at timestamptz(3) not null
);
create index push_tokens_of_user on push_tokens (user_id);

create table user_messages (
  -- UUIDv7: its order is the order of time.
  id uuid primary key,
  user_id uuid not null references users (id),
  text text not null constraint message_bounds check (char_length(text) between 10 and 1000),
  -- What the app opens from the message; empty where there is nothing to open.
  link text not null default '' constraint message_link_is_https check (link = '' or link like 'https://%'),
  -- Null: the service itself, for a reminder.
  sent_by uuid references console_users (id) on delete set null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  -- Null until the notification has ended in one of these.
  push_status text constraint push_status check (push_status in ('skipped', 'sent', 'no_push_tokens', 'publish_push_failed', 'send_push_failed'))
);
create index user_messages_of_user on user_messages (user_id, id desc);
