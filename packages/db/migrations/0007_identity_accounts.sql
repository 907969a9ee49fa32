-- Invitations, forgotten passwords, lock-out and signed-in sessions of the embedded identity provider, which alone writes these tables.

-- One link a person and purpose: a new one voids the old. The link itself is in the mail only; here stands its SHA-256.
create table account_links (
  account_id uuid not null references accounts on delete cascade,
  purpose text not null constraint account_link_purpose_is_known check (purpose in ('invitation', 'reset')),
  token_hash text not null constraint account_link_is_unique unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Whoever asks again under the same key after a lost answer gets no second mail.
  request_key text,
  sent_at timestamptz(3),
  primary key (account_id, purpose)
);

-- Sign-ins without success, an email, from wherever they come; for emails of nobody as well.
create table sign_in_locks (
  account text primary key,
  window_began_at timestamptz(3) not null,
  attempts integer not null,
  -- Of the last day: each lock is twice as long as the one before.
  locks integer not null default 0,
  locked_until timestamptz(3),
  is_refused boolean not null default false,
  last_at timestamptz(3) not null
);
create index sign_in_locks_by_time on sign_in_locks (last_at);

-- What the provider's grants do not tell: from where and when a browser signed in, and when it last renewed its tokens.
create table sign_ins (
  grant_id text primary key,
  account_id uuid not null references accounts on delete cascade,
  signed_in_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  user_agent text not null,
  address text not null
);
create index sign_ins_of_account on sign_ins (account_id);

-- Who is disabled or changes the password is signed out everywhere at once.
create index oidc_payloads_of_account on oidc_payloads ((payload ->> 'accountId')) where model in ('Grant', 'Session');
