-- Machine access of an organization. A service account is a console user of another kind, so that roles, rights, events
-- and the inspector treat it like a person. It has no password and gets its tokens by client credentials.
alter table console_users add column kind text not null default 'person' constraint console_user_kind check (kind in ('person', 'service'));
create index service_accounts_by_organization on console_users (organization_id, id) where kind = 'service';

-- The embedded identity provider alone writes the two tables below. Secrets are random, so a plain hash is enough.
create table service_clients (
  id uuid primary key,
  -- Empty: from everywhere.
  allowed_networks cidr[] not null default '{}',
  created_at timestamptz(3) not null
);
create table service_secrets (
  id uuid primary key,
  client_id uuid not null references service_clients (id) on delete cascade,
  hash bytea not null constraint service_secret_is_hashed check (octet_length(hash) = 32),
  -- The last characters, by which people tell two secrets apart.
  hint text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint service_secret_expires check (expires_at > created_at)
);
create unique index service_secret_by_hash on service_secrets (client_id, hash);
