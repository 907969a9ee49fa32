-- Spec 3 (Dashboard: public link). The address is the whole permission, so it is 256 random bits; it is shown again to people who see
-- the dashboard, so it is kept as it is. A link that is switched off has no row: nothing is left that could be tried.
create table dashboard_links (
  dashboard_id uuid primary key references dashboards (id) on delete cascade,
  token text not null constraint one_dashboard_a_token unique constraint token_is_long check (token ~ '^[A-Za-z0-9_-]{43}$'),
  expires_at timestamptz(3),
  -- Pages of other sites that may show it in a frame; none: nobody may.
  frame_origins text[] not null default '{}',
  created_by uuid references console_users (id) on delete set null,
  created_at timestamptz(3) not null
);
