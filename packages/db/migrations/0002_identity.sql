-- The embedded identity provider. It alone writes these tables; the services API reads revoked_grants.

-- Who can sign in. The id is the `sub` of every token, minted by the services API.
create table accounts (
  id uuid primary key,
  email text not null,
  name text not null default '',
  organization_id uuid,
  -- PHC string of argon2id; null until the invited person has chosen a password.
  password_hash text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index account_email_is_unique on accounts (lower(email));

-- Sessions, sign-ins under way, grants, codes and refresh tokens. Where the id alone opens something
-- (codes, tokens), only its SHA-256 is kept.
create table oidc_payloads (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (model, id)
);
create index oidc_payloads_of_grant on oidc_payloads (grant_id) where grant_id is not null;
create index oidc_payload_by_uid on oidc_payloads (uid) where uid is not null;
create index oidc_payloads_by_expiry on oidc_payloads (expires_at);

-- Signing and cookie keys: each is made once, by whichever process comes first.
create table identity_keys (
  name text primary key,
  value text not null,
  -- Whether the value is AES-256-GCM under the installation's key.
  is_sealed boolean not null,
  created_at timestamptz(3) not null default now()
);

-- Access tokens are not looked up one by one: the API refuses those whose grant stands here.
create table revoked_grants (
  grant_id text primary key,
  revoked_at timestamptz(3) not null
);

-- Attempts of the last minute, an account and address; for accounts that do not exist as well.
create table sign_in_attempts (
  account text not null,
  address text not null,
  attempted_at timestamptz(3)[] not null,
  is_refused boolean not null default false,
  last_at timestamptz(3) not null,
  primary key (account, address)
);
create index sign_in_attempts_by_time on sign_in_attempts (last_at);
