-- Spec 3 (External device): what stands at a location and is not of our own hardware: a router, a camera, a barrier. It
-- follows its location in who sees it. Bounds stand in the contract with the words; here is what would break a reader.
create table external_devices (
  id uuid primary key,
  location_id uuid not null references locations (id) on delete cascade,
  name text not null,
  type text not null
    constraint external_device_type
    check (type in ('router', 'camera', 'charger', 'barrier', 'display', 'sensor', 'intercom', 'alarm_panel', 'other')),
  -- Its own identifier: the serial number on its label.
  external_id text not null,
  iccid text constraint iccid_is_digits check (iccid ~ '^[0-9]{18,22}$'),
  msisdn text constraint msisdn_is_e164 check (msisdn ~ '^\+[1-9][0-9]{6,14}$'),
  sim_provider text not null constraint sim_provider check (sim_provider in ('m2m', 'other')),
  sim_status text not null default 'unknown'
    constraint sim_status
    check (sim_status in ('test_ready', 'activation_ready', 'activated', 'deactivated', 'suspended', 'retired', 'unknown')),
  sim_status_at timestamptz(3),
  -- The provider's own word, where ours is "unknown" (INVENTORY, PURGED).
  sim_status_word text,
  sim_status_source text,
  -- The update that is under way or was last: its id tells a late answer of an earlier one from its own.
  sim_update text not null default 'none' constraint sim_update check (sim_update in ('none', 'asking', 'done', 'failed')),
  sim_update_id uuid,
  sim_update_at timestamptz(3),
  sim_update_failure text,
  -- `json`: an edit is compared with what was written, in its order.
  sms_commands json not null default '[]',
  links json not null default '[]',
  comment text not null default '',
  instructions text not null default '',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Of what people edit; an answer of the provider leaves it.
  version int not null default 1,
  constraint known_sim_status_says_when check (sim_status = 'unknown' or sim_status_at is not null)
);
create unique index external_devices_external_id on external_devices (location_id, external_id);

-- Each sending of an SMS command: who, when, what, and what became of it. The row is claimed ("sending") and committed
-- before the provider is called, so that a job which runs again never sends a second one.
create table sim_messages (
  id uuid primary key,
  external_device_id uuid not null references external_devices (id) on delete cascade,
  command_name text not null,
  payload text not null,
  iccid text not null,
  msisdn text,
  status text not null
    constraint sim_message_status check (status in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'unknown')),
  failure text,
  answer text,
  source text,
  provider_message_id text,
  requested_by uuid references console_users (id) on delete set null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  constraint ended_sim_message_says_when check ((ended_at is not null) = (status in ('delivered', 'failed', 'unknown')))
);
create index sim_messages_of_device on sim_messages (external_device_id, id desc);
-- What is under way: few, whatever was sent before.
create index sim_messages_under_way on sim_messages (status, id) where status in ('waiting', 'sending', 'sent');
-- A person's sendings of the last minute are counted.
create index sim_messages_of_person on sim_messages (requested_by, id desc);
