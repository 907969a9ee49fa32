-- A password alone can be guessed, phished or reused. The second factors of an account, written by the embedded
-- identity provider alone, like the other tables of sign-in.

-- The secret of an authenticator app has to be read again to compare a code, so it is sealed with the installation's key.
create table totp_secrets (
  account_id uuid primary key references accounts on delete cascade,
  secret text not null,
  is_sealed boolean not null,
  -- The time step of the last accepted code, because a code that was seen over a shoulder must not work twice.
  last_step bigint not null,
  created_at timestamptz(3) not null
);

create table passkeys (
  -- The credential's id, as browsers send it (base64url).
  id text primary key,
  account_id uuid not null references accounts on delete cascade,
  public_key bytea not null,
  -- Grows with each use on most devices; a smaller value reveals a copied key.
  counter bigint not null,
  transports text[] not null,
  label text not null constraint passkey_label_bounds check (char_length(label) between 1 and 60),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_of_account on passkeys (account_id);

-- Random, so a plain hash is enough. A used code is deleted.
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  hash bytea not null constraint recovery_code_is_hashed check (octet_length(hash) = 32),
  primary key (account_id, hash)
);

-- Between the password and the second factor of one sign-in, or while a person changes their factors.
create table second_factor_steps (
  -- The id of the sign-in that is under way, or of the browser session.
  place text primary key,
  account_id uuid not null references accounts on delete cascade,
  -- What the browser has to sign; replaced whenever a page is shown.
  challenge text,
  -- The secret of an authenticator app that has not proved itself yet.
  new_secret text,
  is_sealed boolean not null default false,
  -- Set when the factor was proved and only the new recovery codes are left to be read.
  passed_at timestamptz(3),
  expires_at timestamptz(3) not null
);
create index second_factor_steps_by_expiry on second_factor_steps (expires_at);

-- Whether this sign-in had a second factor, so that one without it ends when the person is given a role that requires it.
alter table sign_ins add column second_factor_at timestamptz(3);
