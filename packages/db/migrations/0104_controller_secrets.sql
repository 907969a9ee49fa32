-- A controller's secret can be replaced. A new one waits here until the controller has confirmed it or has signed in with it;
-- until then the present one works as well.
create table controller_secrets (
  id uuid primary key,
  controller_id text collate "C" not null references controllers (hardware_id),
  secret_hash text not null,
  -- Encrypted, because the command that carries it may be published more than once.
  sealed text not null,
  command_id uuid not null constraint one_controller_secret_for_each_command unique,
  created_at timestamptz(3) not null
);
create index controller_secrets_of_controller on controller_secrets (controller_id);

-- Null: revoked. The controller has to be accepted again, as new hardware.
alter table controllers alter column secret_hash drop not null;
