-- Hardware that nobody knows connects with the provisioning secret and says what it is. It waits here until a person
-- accepts or refuses it. What was refused stays, so that nobody is asked about it again.
create table hardware_intakes (
  id uuid primary key,
  -- The controller, which speaks for its mesh. Of stand-alone hardware, itself.
  hardware_id text not null constraint one_intake_for_each_controller unique
    constraint intake_hardware_id_form check (hardware_id ~ '^[0-9A-F]{12,32}$'),
  state text not null default 'waiting' constraint intake_state check (state in ('waiting', 'accepted', 'refused')),
  type text not null,
  mac_address text not null,
  mesh_id char(8) not null,
  firmware_name text not null,
  firmware_version text not null,
  pcb_version text not null,
  protocol_version text not null,
  -- The hardware that it speaks for: its type and MAC address by id, null until it has started itself.
  children jsonb not null default '{}',
  boots int not null default 1,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  decided_by uuid references console_users (id),
  decided_at timestamptz(3),
  comment text not null default '',
  -- Its own secret, encrypted, until it has confirmed it; only the hash is kept after that.
  sealed_secret text,
  command_id uuid,
  constraint intake_is_decided_by_a_person check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint only_accepted_hardware_gets_a_secret check (state = 'accepted' or sealed_secret is null)
);
create index hardware_intakes_by_time on hardware_intakes (last_seen_at desc, id desc);
create index hardware_intakes_waiting on hardware_intakes (id) where state = 'waiting';
